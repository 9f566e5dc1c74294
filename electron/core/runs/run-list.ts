import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ChatId, TurnId } from '../../../shared/ids.ts'
import { BranchMode } from '../../../shared/branch.ts'
import { TurnStatus } from '../../../shared/run-record.ts'
import type { RunChoices, RunFilter, RunRow } from '../../../shared/run-log.ts'
import { totalTokens, Usage } from '../../../shared/usage.ts'
import { runsFit } from './run-conditions.ts'
import { flag } from '../store/columns.ts'

export interface RunList {
  /** Newest first. */
  readonly page: (filter: RunFilter, offset: number, limit: number) => { readonly rows: RunRow[]; readonly total: number }
  readonly find: (turnId: TurnId) => RunRow | null
  readonly count: () => number
  readonly choices: () => RunChoices
}

const Row = z.object({
  turn_id: TurnId, chat_id: ChatId, title: z.string().nullable(), started_at: z.int(), ended_at: z.int().nullable(), status: TurnStatus, role: z.string(), model: z.string(),
  preview: z.string(), tainted: flag, steps: z.int(), calls: z.int(), usage: z.string(), asked: z.int(), denied: z.int(),
  origin_kind: z.enum(['retry', 'delegated']).nullable(), origin_turn: TurnId.nullable(), attempt: z.int().nullable(), next_attempt: TurnId.nullable(),
  mode: BranchMode.nullable(), is_case: flag,
})
const Names = z.array(z.string())

const FROM = 'FROM turns t LEFT JOIN chats c ON c.chat_id = t.chat_id AND c.deleted_at IS NULL'
const SELECT = `SELECT t.*, c.title,
  (SELECT count(*) FROM audit_entries a WHERE a.turn_id = t.turn_id AND a.verdict = 'ask') AS asked,
  (SELECT count(*) FROM audit_entries a WHERE a.turn_id = t.turn_id AND a.verdict = 'deny') AS denied,
  (SELECT e.header ->> '$.branch.mode' FROM events e WHERE e.turn_id = t.turn_id AND e.seq = 1) AS mode, EXISTS (SELECT 1 FROM case_results r WHERE r.branch = t.turn_id) AS is_case,
  l.kind AS origin_kind, l.of_turn AS origin_turn, l.attempt, (SELECT n.turn_id FROM run_links n WHERE n.of_turn = t.turn_id AND n.kind = 'retry') AS next_attempt ${FROM} LEFT JOIN run_links l ON l.turn_id = t.turn_id`

export function createRunList(database: Database.Database): RunList {
  const selectOne = database.prepare(`${SELECT} WHERE t.turn_id = ?`)
  const countAll = database.prepare('SELECT count(*) FROM turns').pluck()
  const roles = database.prepare('SELECT DISTINCT role FROM turns ORDER BY role').pluck()
  // From one name to the next through the index: as many looks as there are connectors, however many calls.
  const connectors = database.prepare(`WITH RECURSIVE known (id) AS (
    SELECT min(connector_id) FROM audit_entries UNION ALL SELECT (SELECT min(connector_id) FROM audit_entries WHERE connector_id > known.id) FROM known WHERE known.id IS NOT NULL
  ) SELECT id FROM known WHERE id IS NOT NULL`).pluck()
  return {
    page: (filter, offset, limit) => {
      const { sql, values } = runsFit(filter)
      const rows = database.prepare(`${SELECT} WHERE ${sql} ORDER BY t.started_at DESC, t.turn_id DESC LIMIT ? OFFSET ?`).all(...values, limit, offset).map(toRun)
      return { rows, total: z.int().parse(database.prepare(`SELECT count(*) ${FROM} WHERE ${sql}`).pluck().get(...values)) }
    },
    find: (turnId) => { const row = selectOne.get(turnId); return row === undefined ? null : toRun(row) },
    count: () => z.int().parse(countAll.get()),
    choices: () => ({ roles: Names.parse(roles.all()), connectors: Names.parse(connectors.all()) }),
  }
}

function toRun(value: unknown): RunRow {
  const row = Row.parse(value)
  const isThere = row.title !== null
  return {
    id: row.turn_id, chat: row.title === null ? null : { chatId: row.chat_id, title: row.title }, startedAt: row.started_at, endedAt: row.ended_at, status: row.status, role: row.role,
    // In the time to bring a chat back it is deleted for everybody who looks.
    model: isThere ? row.model : '', preview: isThere ? row.preview : '',
    tainted: row.tainted, steps: row.steps, calls: row.calls, asked: row.asked, denied: row.denied, tokens: totalTokens(Usage.parse(JSON.parse(row.usage))),
    origin: originOf(row), nextAttempt: row.next_attempt,
    branch: row.mode === null ? null : { mode: row.mode, isCase: row.is_case },
  }
}

function originOf({ origin_kind: kind, origin_turn: turnId, attempt }: z.infer<typeof Row>): RunRow['origin'] {
  if (kind === null || turnId === null) return null
  return kind === 'retry' ? { kind, turnId, attempt: attempt ?? 2 } : { kind, turnId }
}
