import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { ChatId, TurnId } from '../../../shared/ids.ts'
import { ChatRow, TurnNode } from '../../../shared/run-record.ts'
import { Usage } from '../../../shared/usage.ts'
import { chatOriginOf } from '../roles/role-ids.ts'
import { FORGET_AUDIT_NAMES } from './audit-entries.ts'
import { flag } from './columns.ts'

export interface ChatChange {
  readonly title?: string
  readonly pinned?: boolean
  readonly archived?: boolean
  readonly draft?: string
  readonly leafTurnId?: TurnId
  readonly deletedAt?: number | null
}

/** Chats and the trees of turns in them: what is listed, never what is said. */
export interface Chats {
  /** @param startsAfter a turn of another chat that its first turn follows: what that had read comes along */
  readonly create: (chatId: ChatId, at: number, startsAfter?: TurnId) => void
  /** Null: it begins with nothing. */
  readonly startsAfter: (chatId: ChatId) => TurnId | null
  readonly list: () => readonly ChatRow[]
  /** False for one that is deleted or never was. */
  readonly has: (chatId: ChatId) => boolean
  /** Null for one that is deleted or never was. */
  readonly find: (chatId: ChatId) => ChatRow | null
  /** @throws AppError `input.not-found` */
  readonly change: (chatId: ChatId, change: ChatChange) => void
  /** All turns of the chat, oldest first. */
  readonly tree: (chatId: ChatId) => readonly TurnNode[]
  /** A piece of that, the youngest first: those older than `before`, at most `limit`. */
  readonly treePart: (chatId: ChatId, before: Pick<TurnNode, 'startedAt' | 'turnId'> | null, limit: number) => readonly TurnNode[]
  readonly treeSize: (chatId: ChatId) => number
  /** The last `depth` turns of the branch that ends with `leaf`, and all that have a parent with one of them in common. */
  readonly branchEnd: (chatId: ChatId, leaf: TurnId, depth: number) => readonly TurnNode[]
  readonly turn: (turnId: TurnId) => TurnNode | null
  /** Turns that go on from the same turn, oldest first; null: those that begin the chat. */
  readonly siblings: (chatId: ChatId, parent: TurnId | null) => readonly TurnNode[]
  /** Running and parked turns of live chats, oldest first. */
  readonly openTurns: () => readonly TurnNode[]
  /** Chats whose undo window has passed at `until`. */
  readonly expired: (until: number) => readonly ChatId[]
  /** When the next undo window passes; null when no chat is deleted. */
  readonly nextExpiry: () => number | null
  /** While its journal can't be read a turn is shown as failed and isn't among the open ones; what is stored of it stays as it is. */
  readonly markUnreadable: (turnId: TurnId) => void
  readonly markReadable: (turnId: TurnId) => void
  /** Of those, how many were stored as being in this state. */
  readonly countUnreadable: (status: 'running' | 'paused') => number
  /** Removes the row and everything searchable; events are the journal's to erase. */
  readonly remove: (chatId: ChatId) => void
}

const usageText = z.string().transform((text, context) => {
  const parsed = Usage.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'not a usage' })
  return z.NEVER
})
// Made once: making one takes longer than reading with it, and every turn asks.
const Start = TurnId.nullable()
const Row = z.object({
  chat_id: ChatId, title: z.string(), named: flag, pinned: flag, archived: flag, created_at: z.int(), updated_at: z.int(), draft: z.string(),
  leaf_turn_id: TurnId.nullable(), status: z.string().nullable(), tainted: z.int().nullable(), open_questions: z.int(), first_role: z.string().nullable(),
})
const Node = z.object({
  turn_id: TurnId, chat_id: ChatId, parent_turn_id: TurnId.nullable(), started_at: z.int(), ended_at: z.int().nullable(), status: TurnNode.shape.status,
  tainted: flag, model: z.string(), steps: z.int(), calls: z.int(), usage: usageText, preview: z.string(),
})

const CHAT_SELECT = `
  SELECT c.*, t.status, coalesce(t.tainted, (SELECT s.tainted FROM turns s WHERE s.turn_id = c.starts_after)) AS tainted,
    (SELECT CASE WHEN EXISTS (SELECT 1 FROM run_links l WHERE l.turn_id = f.turn_id AND l.kind = 'delegated') THEN 'delegated:' ELSE f.role END FROM turns f WHERE f.chat_id = c.chat_id ORDER BY f.started_at, f.turn_id LIMIT 1) AS first_role,
    (SELECT count(*) FROM questions q WHERE q.chat_id = c.chat_id) AS open_questions
  FROM chats c LEFT JOIN turns t ON t.turn_id = c.leaf_turn_id WHERE c.deleted_at IS NULL`

export function createChats(database: Database.Database): Chats {
  const insert = database.prepare(`INSERT INTO chats (chat_id, title, named, pinned, archived, created_at, updated_at, draft, starts_after) VALUES (?, '', 0, 0, 0, ?, ?, '', ?)`)
  const selectStart = database.prepare('SELECT starts_after FROM chats WHERE chat_id = ?').pluck()
  const selectAll = database.prepare(`${CHAT_SELECT} ORDER BY c.updated_at DESC`)
  const selectOne = database.prepare(`${CHAT_SELECT} AND c.chat_id = ?`)
  const selectThere = database.prepare('SELECT 1 FROM chats WHERE chat_id = ? AND deleted_at IS NULL')
  const update = database.prepare(`UPDATE chats SET
      title = coalesce(@title, title), named = CASE WHEN @title IS NULL THEN named ELSE 1 END, pinned = coalesce(@pinned, pinned), archived = coalesce(@archived, archived),
      draft = coalesce(@draft, draft), leaf_turn_id = coalesce(@leafTurnId, leaf_turn_id), deleted_at = CASE WHEN @setDeleted = 1 THEN @deletedAt ELSE deleted_at END
    WHERE chat_id = @chatId`)
  const selectTree = database.prepare('SELECT * FROM turns WHERE chat_id = ? ORDER BY started_at, turn_id')
  const selectPart = database.prepare('SELECT * FROM turns WHERE chat_id = @chatId AND (@at IS NULL OR (started_at, turn_id) < (@at, @turnId)) ORDER BY started_at DESC, turn_id DESC LIMIT @limit')
  const countTree = database.prepare('SELECT count(*) FROM turns WHERE chat_id = ?').pluck()
  const selectEnd = database.prepare(`
    WITH RECURSIVE branch (turn_id, parent_turn_id, depth) AS (
      SELECT turn_id, parent_turn_id, 1 FROM turns WHERE turn_id = @leaf
      UNION ALL SELECT t.turn_id, t.parent_turn_id, b.depth + 1 FROM branch b JOIN turns t ON t.turn_id = b.parent_turn_id WHERE b.depth < @depth)
    SELECT * FROM turns WHERE chat_id = @chatId AND (turn_id IN (SELECT turn_id FROM branch) OR parent_turn_id IN (SELECT parent_turn_id FROM branch)) ORDER BY started_at, turn_id`)
  const selectSiblings = database.prepare('SELECT * FROM turns WHERE chat_id = ? AND parent_turn_id IS ? ORDER BY started_at, turn_id')
  const selectTurn = database.prepare('SELECT * FROM turns WHERE turn_id = ?')
  const selectOpen = database.prepare(`SELECT turns.* FROM turns JOIN chats USING (chat_id) WHERE status IN ('running', 'parked', 'paused') AND deleted_at IS NULL ORDER BY started_at, turn_id`)
  const selectExpired = database.prepare('SELECT chat_id FROM chats WHERE deleted_at IS NOT NULL AND deleted_at <= ?').pluck()
  const selectNextExpiry = database.prepare('SELECT min(deleted_at) FROM chats WHERE deleted_at IS NOT NULL').pluck()
  const unreadable = new Set<TurnId>()
  const showChat = (row: unknown): ChatRow => {
    const chat = toChat(row)
    return chat.leafTurnId !== null && unreadable.has(chat.leafTurnId) ? { ...chat, status: 'failed' } : chat
  }
  const showNode = (row: unknown): TurnNode => {
    const turn = toNode(row)
    return unreadable.has(turn.turnId) ? { ...turn, status: 'failed' } : turn
  }
  const removals = [
    'DELETE FROM message_search WHERE chat_id = ?', 'DELETE FROM draft_files WHERE chat_id = ?', 'DELETE FROM questions WHERE chat_id = ?', 'DELETE FROM standing_approvals WHERE chat_id = ?',
    `UPDATE turns SET preview = '' WHERE chat_id = ?`, `UPDATE audit_entries SET ${FORGET_AUDIT_NAMES} WHERE turn_id IN (SELECT turn_id FROM turns WHERE chat_id = ?)`, 'DELETE FROM chats WHERE chat_id = ?',
  ].map((sql) => database.prepare(sql))

  return {
    create: (chatId, at, startsAfter) => { insert.run(chatId, at, at, startsAfter ?? null) },
    startsAfter: (chatId) => Start.parse(selectStart.get(chatId) ?? null),
    list: () => selectAll.all().map(showChat),
    has: (chatId) => selectThere.get(chatId) !== undefined,
    find: (chatId) => { const row = selectOne.get(chatId); return row === undefined ? null : showChat(row) },
    change: (chatId, change) => {
      const { changes } = update.run({
        chatId, title: change.title ?? null, pinned: toFlag(change.pinned), archived: toFlag(change.archived), draft: change.draft ?? null,
        leafTurnId: change.leafTurnId ?? null, setDeleted: change.deletedAt === undefined ? 0 : 1, deletedAt: change.deletedAt ?? null,
      })
      if (changes === 0) throw new AppError('input.not-found', 'That chat does not exist any more.', { advice: 'Choose another chat.' })
    },
    tree: (chatId) => selectTree.all(chatId).map(showNode),
    treePart: (chatId, before, limit) => selectPart.all({ chatId, at: before?.startedAt ?? null, turnId: before?.turnId ?? null, limit }).map(showNode),
    treeSize: (chatId) => z.int().parse(countTree.get(chatId)),
    branchEnd: (chatId, leaf, depth) => selectEnd.all({ chatId, leaf, depth }).map(showNode),
    turn: (turnId) => { const row = selectTurn.get(turnId); return row === undefined ? null : showNode(row) },
    siblings: (chatId, parent) => selectSiblings.all(chatId, parent).map(showNode),
    openTurns: () => selectOpen.all().map(toNode).filter(({ turnId }) => !unreadable.has(turnId)),
    expired: (until) => z.array(ChatId).parse(selectExpired.all(until)),
    nextExpiry: () => z.int().nullable().parse(selectNextExpiry.get()),
    markUnreadable: (turnId) => { unreadable.add(turnId) },
    markReadable: (turnId) => { unreadable.delete(turnId) },
    countUnreadable: (status) => [...unreadable].filter((turnId) => { const row = selectTurn.get(turnId); return row !== undefined && toNode(row).status === status }).length,
    remove: database.transaction((chatId: ChatId) => { for (const removal of removals) removal.run(chatId) }),
  }
}

const toFlag = (value: boolean | undefined): number | null => value === undefined ? null : value ? 1 : 0

function toChat(row: unknown): ChatRow {
  const chat = Row.parse(row)
  return ChatRow.parse({
    chatId: chat.chat_id, title: chat.title, named: chat.named, pinned: chat.pinned, archived: chat.archived, createdAt: chat.created_at, updatedAt: chat.updated_at,
    draft: chat.draft, leafTurnId: chat.leaf_turn_id, status: chat.status, tainted: chat.tainted === 1, openQuestions: chat.open_questions, ...(chat.first_role === null ? {} : { origin: chatOriginOf(chat.first_role) }),
  })
}

function toNode(row: unknown): TurnNode {
  const turn = Node.parse(row)
  return {
    turnId: turn.turn_id, chatId: turn.chat_id, parentTurnId: turn.parent_turn_id, startedAt: turn.started_at, endedAt: turn.ended_at, status: turn.status,
    tainted: turn.tainted, model: turn.model, steps: turn.steps, calls: turn.calls, usage: turn.usage, preview: turn.preview,
  }
}
