import type Database from 'better-sqlite3'
import { z } from 'zod'
import { CallId, TurnId, type ConnectorId } from '../../../shared/ids.ts'
import { GateReason, ToolClass, TurnKind, Verdict, type GateColumn } from '../../../shared/policy.ts'
import type { LookBack } from '../../../shared/what-if.ts'
import { ToolCalled } from '../../../shared/turn-event.ts'
import type { DecidedCall } from './what-if.ts'

export interface LookedAtRun { readonly turnId: TurnId; readonly startedAt: number; readonly role: string; readonly kind: TurnKind; /** Its chat is there. */ readonly isKept: boolean }

/** A call as it was decided, or null where too little of it is kept. A call that was never judged isn't there. */
export interface DecidedReader {
  /** Newest first. */
  readonly runs: (back: LookBack, now: number) => readonly LookedAtRun[]
  /** Those with a call of the connector. */
  readonly runsWith: (connectorId: ConnectorId, since: number, limit: number) => readonly LookedAtRun[]
  readonly calls: (runs: readonly LookedAtRun[], mayAsk: (role: string) => boolean) => (DecidedCall | null)[]
  /** Of all runs since then, oldest first: runs that aren't looked at count against caps as well. */
  readonly starts: (since: number) => readonly { readonly turnId: TurnId; readonly at: number }[]
  readonly steps: (since: number) => readonly { readonly turnId: TurnId; readonly at: number; readonly tokens: number }[]
}

const RunRow = z.object({ turn_id: TurnId, started_at: z.int(), role: z.string(), kind: TurnKind, is_kept: z.int() })
const EntryRow = z.object({ turn_id: TurnId, call_id: CallId, seq: z.int(), at: z.int(), tainted: z.int(), verdict: Verdict, called: z.string().nullable(), decided: z.string().nullable(), why: z.string().nullable() })
const Called = ToolCalled.shape.meta.unwrap()
const Decided = z.object({ reason: z.string(), toolClass: ToolClass })
const Why = z.object({ reason: GateReason })
const StartRow = z.object({ turn_id: TurnId, at: z.int() })
const StepRow = StartRow.extend({ tokens: z.int() })
const DAY_MS = 86_400_000

const RUNS = `SELECT t.turn_id, t.started_at, t.role, s.header ->> 'turnKind' AS kind, c.chat_id IS NOT NULL AS is_kept
  FROM turns t JOIN events s ON s.turn_id = t.turn_id AND s.seq = 1 LEFT JOIN chats c ON c.chat_id = t.chat_id AND c.deleted_at IS NULL`
const NEWEST = 'ORDER BY t.started_at DESC, t.turn_id DESC LIMIT ?'

const toRun = (value: unknown): LookedAtRun => {
  const row = RunRow.parse(value)
  return { turnId: row.turn_id, startedAt: row.started_at, role: row.role, kind: row.kind, isKept: row.is_kept === 1 }
}

/** Reads rows by their place in indexes, small parts of each event, and no texts. */
export function createDecidedReader(database: Database.Database): DecidedReader {
  const selectRuns = database.prepare(`${RUNS} WHERE t.started_at >= ? ${NEWEST}`)
  const selectRunsWith = database.prepare(`${RUNS} WHERE t.turn_id IN (SELECT turn_id FROM audit_entries WHERE connector_id = ? AND at >= ?) ${NEWEST}`)
  const selectCalls = database.prepare(`SELECT a.turn_id, a.call_id, a.seq, a.at, a.tainted, a.verdict, x.meta AS called, y.meta AS decided, y.body AS why
    FROM audit_entries a JOIN events e ON e.turn_id = a.turn_id AND e.seq = a.seq LEFT JOIN event_content x ON x.position = e.position
    LEFT JOIN events d ON d.turn_id = a.turn_id AND d.seq = a.decided_seq LEFT JOIN event_content y ON y.position = d.position
    WHERE a.turn_id IN (SELECT value FROM json_each(?)) AND a.call_id IS NOT NULL AND a.verdict IS NOT NULL ORDER BY a.id DESC`)
  const selectStarts = database.prepare('SELECT turn_id, at FROM run_starts WHERE at >= ? ORDER BY at, turn_id')
  const selectSteps = database.prepare('SELECT turn_id, at, coalesce(used, reserved) AS tokens FROM ledger WHERE at >= ? ORDER BY at, turn_id, step')
  return {
    runs: ({ runs, days }, now) => selectRuns.all(days === null ? 0 : now - days * DAY_MS, runs).map(toRun),
    runsWith: (connectorId, since, limit) => selectRunsWith.all(connectorId, since, limit).map(toRun),
    calls: (runs, mayAsk) => {
      const byTurn = new Map(runs.map((run) => [run.turnId, run]))
      return selectCalls.all(JSON.stringify([...byTurn.keys()])).flatMap((value): (DecidedCall | null)[] => {
        const row = EntryRow.parse(value)
        const run = byTurn.get(row.turn_id)
        return run === undefined ? [] : [toDecided(row, run, mayAsk)]
      })
    },
    starts: (since) => selectStarts.all(since).map((value) => { const row = StartRow.parse(value); return { turnId: row.turn_id, at: row.at } }),
    steps: (since) => selectSteps.all(since).map((value) => { const row = StepRow.parse(value); return { turnId: row.turn_id, at: row.at, tokens: row.tokens } }),
  }
}

function toDecided(row: z.infer<typeof EntryRow>, run: LookedAtRun, mayAsk: (role: string) => boolean): DecidedCall | null {
  if (!run.isKept || row.called === null || row.decided === null) return null
  const called = Called.safeParse(JSON.parse(row.called))
  const decided = Decided.safeParse(JSON.parse(row.decided))
  if (!called.success || !decided.success || called.data.tool === null) return null
  const { tool, name } = called.data
  const why = row.why === null ? null : Why.safeParse(JSON.parse(row.why))
  const reason = why?.success === true ? why.data.reason : withoutWords(decided.data, row, run, tool.provenance)
  if (reason === null) return null
  // Code is judged by what it had read by then, which its reason says.
  const tainted = reason.kind === 'matrix' || reason.kind === 'no-approval-channel' ? reason.column === 'tainted' || (run.kind !== 'person' && row.tainted === 1) : row.tainted === 1
  return {
    turnId: row.turn_id, callId: row.call_id, seq: row.seq, at: row.at, kind: run.kind, role: run.role, mayAsk: mayAsk(run.role), identity: { connectorId: tool.connectorId, tool: tool.tool }, name, pin: tool.pin,
    toolClass: decided.data.toolClass, provenance: tool.provenance, alwaysAsks: tool.alwaysAsks, egress: tool.egress, tainted, verdict: row.verdict, reason,
  }
}

/** Where only the name of the reason is kept, what follows from it. Null: too little follows. */
function withoutWords({ reason, toolClass }: z.infer<typeof Decided>, { tainted }: z.infer<typeof EntryRow>, { kind }: LookedAtRun, provenance: DecidedCall['provenance']): GateReason | null {
  const column: GateColumn = kind === 'person' ? (tainted === 1 ? 'tainted' : 'normal') : kind
  switch (reason) {
    case 'matrix': return { kind: 'matrix', column, toolClass, provenance }
    case 'no-approval-channel': return { kind: 'no-approval-channel', column, toolClass }
    case 'requires-approval': return { kind: 'requires-approval', by: 'tool' }
    case 'exfiltration-guard': return { kind: 'exfiltration-guard', destinations: [] }
    default: return null
  }
}
