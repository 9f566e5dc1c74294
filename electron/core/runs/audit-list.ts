import type Database from 'better-sqlite3'
import { z } from 'zod'
import { CallId, ChatId, TurnId } from '../../../shared/ids.ts'
import { Provenance, ToolClass } from '../../../shared/policy.ts'
import { AuditRow, type RunFilter } from '../../../shared/run-log.ts'
import { explainPause } from '../../../shared/explain-pause.ts'
import { GateDecided, TurnPaused } from '../../../shared/turn-event.ts'
import { explainDecision } from '../gate/explain.ts'
import { entriesFit } from './run-conditions.ts'
import { flag } from '../store/columns.ts'

export interface AuditList {
  /** Newest first. */
  readonly page: (filter: RunFilter, offset: number, limit: number) => { readonly rows: AuditRow[]; readonly total: number }
  /** The runs in which something fits. */
  readonly runsWith: (filter: RunFilter) => ReadonlySet<string>
}

const Row = z.object({
  id: z.int(), turn_id: TurnId, seq: z.int(), call_id: CallId.nullable(), at: z.int(), chat_id: ChatId, title: z.string().nullable(), role: z.string(),
  connector_id: z.string().nullable(), tool: z.string().nullable(), tool_class: ToolClass.nullable(), provenance: Provenance.nullable(),
  verdict: AuditRow.shape.verdict, answer: AuditRow.shape.answer, answered_by: AuditRow.shape.answeredBy, settled: AuditRow.shape.settled,
  outcome: AuditRow.shape.outcome, cause: AuditRow.shape.cause, ended_at: z.int().nullable(), tainted: flag,
  header: z.string().nullable(), meta: z.string().nullable(), body: z.string().nullable(),
})

const FROM = 'FROM audit_entries a JOIN turns t ON t.turn_id = a.turn_id LEFT JOIN chats c ON c.chat_id = t.chat_id AND c.deleted_at IS NULL'
const SELECT = `SELECT a.*, t.chat_id, t.role, c.title, e.header, x.meta, x.body ${FROM}
  LEFT JOIN events e ON e.turn_id = a.turn_id AND e.seq = a.decided_seq LEFT JOIN event_content x ON x.position = e.position`

export function createAuditList(database: Database.Database): AuditList {
  return {
    page: (filter, offset, limit) => {
      const { sql, values } = entriesFit(filter)
      // Rows are chosen by their small table alone, and only those of the page are looked up elsewhere.
      const from = /\bt\./u.test(sql) ? FROM : 'FROM audit_entries a'
      const rows = database.prepare(`${SELECT} WHERE a.id IN (SELECT a.id ${from} WHERE ${sql} ORDER BY a.id DESC LIMIT ? OFFSET ?) ORDER BY a.id DESC`).all(...values, limit, offset).map(toEntry)
      return { rows, total: z.int().parse(database.prepare(`SELECT count(*) ${from} WHERE ${sql}`).pluck().get(...values)) }
    },
    runsWith: (filter) => {
      const { sql, values } = entriesFit(filter)
      return new Set(z.array(z.string()).parse(database.prepare(`SELECT DISTINCT a.turn_id ${FROM} WHERE ${sql}`).pluck().all(...values)))
    },
  }
}

function toEntry(value: unknown): AuditRow {
  const row = Row.parse(value)
  const isThere = row.title !== null
  return {
    id: row.id, turnId: row.turn_id, seq: row.seq, callId: row.call_id, at: row.at, chat: row.title === null ? null : { chatId: row.chat_id, title: row.title }, role: row.role,
    connectorId: isThere ? row.connector_id : null, tool: isThere ? row.tool : null, toolClass: isThere ? row.tool_class : null, provenance: isThere ? row.provenance : null,
    verdict: row.verdict, sentence: isThere || row.verdict === 'cap' ? sentenceOf(row) : null, answer: row.answer, answeredBy: row.answered_by, settled: row.settled,
    outcome: row.outcome, cause: row.cause, endedAt: row.ended_at, tainted: row.tainted,
  }
}

/** From the event that decided, as it is stored; null where its reason isn't kept or can't be read. */
function sentenceOf({ header, meta, body }: z.infer<typeof Row>): string | null {
  if (header === null) return null
  const layers = { ...fields(header), meta: meta === null ? null : fields(meta), body: body === null ? null : fields(body) }
  const paused = TurnPaused.safeParse(layers)
  if (paused.success) return explainPause(paused.data)
  const decided = GateDecided.safeParse(layers)
  if (!decided.success || decided.data.body === null) return null
  return explainDecision(decided.data.verdict, decided.data.body.reason, decided.data.body.taint)
}

/** What isn't JSON any more fits no event. */
function fields(text: string): object {
  try {
    return z.looseObject({}).catch({}).parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
