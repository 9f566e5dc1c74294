import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ChatId, TurnId, type SourceId } from '../../../../shared/ids.ts'
import { TurnStatus } from '../../../../shared/run-record.ts'
import type { ConfirmedTool, MessageRow, PollReport, SourceText } from '../../../../shared/source.ts'
import { messageRoleId, pollRoleId } from '../../roles/role-ids.ts'
import { StoredSource, type Source } from './source.ts'

export interface SourceChange {
  readonly text?: SourceText; readonly confirmed?: readonly ConfirmedTool[]; readonly on?: boolean; readonly chatId?: ChatId; readonly pollChatId?: ChatId; readonly updatedAt?: number
  readonly dueAt?: number | null; readonly lastPoll?: PollReport; readonly hasLooked?: boolean
}

export interface SourceStore {
  readonly list: () => readonly Source[]
  readonly find: (sourceId: SourceId) => Source | null
  /** @throws AppError `input.not-found` */
  readonly get: (sourceId: SourceId) => Source
  readonly add: (source: Source) => void
  readonly change: (sourceId: SourceId, change: SourceChange) => void
  /** With what it remembers. */
  readonly remove: (sourceId: SourceId) => void
  /** Written with the start of its run. @param item what it is known again by; null: a delivery, which has an id of its own */
  readonly keepMessage: (sourceId: SourceId, message: { readonly at: number; readonly turnId: TurnId; readonly item: string | null }) => void
  readonly isKnown: (sourceId: SourceId, item: string) => boolean
  /** Known from here on; those that are known already are seen anew. Lets go of the longest unseen beyond what is kept. */
  readonly remember: (sourceId: SourceId, items: readonly string[], at: number) => void
  readonly countSince: (sourceId: SourceId, at: number) => number
  readonly received: (sourceId: SourceId) => { readonly count: number; readonly lastAt: number | null }
  readonly messages: (sourceId: SourceId, limit: number) => readonly MessageRow[]
  readonly openRuns: (sourceId: SourceId, what: 'message' | 'poll') => readonly TurnId[]
  readonly runsIn: (chatId: ChatId) => number
  readonly onChanged: (listener: (sourceId: SourceId) => void) => void
}

/** Of items that are no longer listed; more than any list that is looked through holds. */
const MOST_ITEMS = 5000
const MOST_MESSAGES = 1000

const Received = z.object({ count: z.int(), lastAt: z.int().nullable() })
const Message = z.object({ position: z.int(), at: z.int(), turn_id: TurnId, status: TurnStatus.nullable(), chat_id: ChatId.nullable(), drafts: z.int(), tokens: z.int() })

export function createSourceStore(database: Database.Database): SourceStore {
  const listeners: ((sourceId: SourceId) => void)[] = []
  const told = (sourceId: SourceId): void => { for (const listener of listeners) listener(sourceId) }
  const selectAll = database.prepare('SELECT * FROM sources ORDER BY created_at, source_id')
  const selectOne = database.prepare('SELECT * FROM sources WHERE source_id = ?')
  const upsert = database.prepare(`INSERT OR REPLACE INTO sources (source_id, text, confirmed, is_on, folder, chat_id, poll_chat_id, hook_id, created_at, updated_at, due_at, last_poll, has_looked)
    VALUES (@sourceId, @text, @confirmed, @on, @folder, @chatId, @pollChatId, @hookId, @createdAt, @updatedAt, @dueAt, @lastPoll, @hasLooked)`)
  const drops = ['source_messages', 'source_items', 'sources'].map((table) => database.prepare(`DELETE FROM ${table} WHERE source_id = ?`))
  const insertMessage = database.prepare('INSERT INTO source_messages (source_id, at, turn_id) VALUES (?, ?, ?)')
  const trimMessages = database.prepare('DELETE FROM source_messages WHERE source_id = @sourceId AND position <= (SELECT position FROM source_messages WHERE source_id = @sourceId ORDER BY position DESC LIMIT 1 OFFSET @most)')
  const selectItem = database.prepare('SELECT 1 FROM source_items WHERE source_id = ? AND item = ?').pluck()
  const insertItem = database.prepare('INSERT INTO source_items (source_id, item, seen_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)')
  const trimItems = database.prepare('DELETE FROM source_items WHERE source_id = @sourceId AND seen_at < @at AND item IN (SELECT item FROM source_items WHERE source_id = @sourceId ORDER BY seen_at DESC LIMIT -1 OFFSET @most)')
  const count = database.prepare('SELECT count(*) FROM source_messages WHERE source_id = ? AND at > ?').pluck()
  const selectReceived = database.prepare('SELECT count(*) AS count, max(at) AS lastAt FROM source_messages WHERE source_id = ?')
  const selectMessages = database.prepare(`SELECT m.position, m.at, m.turn_id, t.status, c.chat_id,
      (SELECT count(*) FROM audit_entries k WHERE k.turn_id = m.turn_id AND k.connector_id = ? AND k.tool = ? AND k.outcome = 'ok') AS drafts,
      coalesce((SELECT sum(coalesce(used, reserved)) FROM ledger l WHERE l.turn_id = m.turn_id), 0) AS tokens
    FROM source_messages m LEFT JOIN turns t ON t.turn_id = m.turn_id LEFT JOIN chats c ON c.chat_id = t.chat_id AND c.deleted_at IS NULL
    WHERE m.source_id = ? ORDER BY m.position DESC LIMIT ?`)
  const countRuns = database.prepare('SELECT count(*) FROM turns WHERE chat_id = ?').pluck()
  const selectOpen = database.prepare(`SELECT turn_id FROM turns WHERE role = ? AND status IN ('running', 'parked', 'paused')`).pluck()

  const rowOf = ({ text, confirmed, on, lastPoll, hasLooked, ...rest }: Source) =>
    ({ ...rest, text: JSON.stringify(text), confirmed: JSON.stringify(confirmed), on: on ? 1 : 0, lastPoll: lastPoll === null ? null : JSON.stringify(lastPoll), hasLooked: hasLooked ? 1 : 0 })
  const find = (sourceId: SourceId): Source | null => { const row = selectOne.get(sourceId); return row === undefined ? null : StoredSource.parse(row) }
  const get = (sourceId: SourceId): Source => find(sourceId) ?? missing()
  const removeAll = database.transaction((sourceId: SourceId) => { for (const statement of drops) statement.run(sourceId) })
  const remember = database.transaction((sourceId: SourceId, items: readonly string[], at: number) => {
    for (const item of items) insertItem.run(sourceId, item, at)
    trimItems.run({ sourceId, at, most: MOST_ITEMS })
  })

  return {
    // One row that can’t be read keeps no other source from working.
    list: () => selectAll.all().flatMap((row) => StoredSource.safeParse(row).data ?? []),
    find, get,
    add: (source) => {
      upsert.run(rowOf(source))
      told(source.sourceId)
    },
    change: (sourceId, change) => {
      upsert.run(rowOf({ ...get(sourceId), ...change }))
      told(sourceId)
    },
    remove: (sourceId) => {
      removeAll(sourceId)
      told(sourceId)
    },
    keepMessage: (sourceId, { at, turnId, item }) => {
      insertMessage.run(sourceId, at, turnId)
      trimMessages.run({ sourceId, most: MOST_MESSAGES })
      if (item !== null) insertItem.run(sourceId, item, at)
    },
    isKnown: (sourceId, item) => selectItem.get(sourceId, item) !== undefined,
    remember,
    countSince: (sourceId, at) => z.int().parse(count.get(sourceId, at)),
    received: (sourceId) => Received.parse(selectReceived.get(sourceId)),
    messages: (sourceId, limit) => {
      const draft = find(sourceId)?.text.draft
      return selectMessages.all(draft?.connectorId ?? '', draft?.tool ?? '', sourceId, limit).map((value): MessageRow => {
        const row = Message.parse(value)
        return { id: row.position, at: row.at, run: row.status === null ? null : { turnId: row.turn_id, status: row.status, chatId: row.chat_id, drafts: row.drafts, tokens: row.tokens } }
      })
    },
    openRuns: (sourceId, what) => selectOpen.all(what === 'message' ? messageRoleId(sourceId) : pollRoleId(sourceId)).map((id) => TurnId.parse(id)),
    runsIn: (chatId) => z.int().parse(countRuns.get(chatId)),
    onChanged: (listener) => { listeners.push(listener) },
  }
}

function missing(): never {
  throw new AppError('input.not-found', 'That source does not exist any more.', { advice: 'Choose another one.' })
}
