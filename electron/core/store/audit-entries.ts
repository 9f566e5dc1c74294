import type Database from 'better-sqlite3'
import { stepOf, type TurnState } from '../../../shared/turn-state.ts'
import { sizeOf } from '../../../shared/stored-text.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { SeatedEvent, TurnEventOf } from '../../../shared/turn-event.ts'

/**
 * One row for each call and for each pause by a cap: what was decided, by whom, and what became of it. Ids, times and
 * outcomes stay for ever; names and classes go with the meta of their events, and texts are never here.
 * `seq` and `decided_seq` lead to the events. The statements after the tables fill them from what is stored already.
 */
export const AUDIT_SCHEMA = `
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY, turn_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, call_id TEXT, tainted INTEGER NOT NULL,
  connector_id TEXT, tool TEXT, tool_class TEXT, provenance TEXT,
  verdict TEXT, decided_seq INTEGER, reason TEXT, answer TEXT, answered_by TEXT, answered_seq INTEGER, settled TEXT, settled_by TEXT, outcome TEXT, cause TEXT, ended_seq INTEGER, ended_at INTEGER
) STRICT;
CREATE INDEX audit_entries_by_turn ON audit_entries (turn_id, call_id);

INSERT INTO audit_entries (turn_id, seq, at, call_id, tainted, connector_id, tool, tool_class, provenance, verdict, decided_seq)
SELECT e.turn_id, e.seq, e.at, e.header ->> 'callId',
  coalesce((SELECT s.header ->> 'tainted' FROM events s WHERE s.turn_id = e.turn_id AND s.kind = 'step.started' AND s.header ->> 'step' = e.header ->> 'step'), 0),
  c.meta ->> '$.tool.connectorId', c.meta ->> '$.tool.tool', c.meta ->> '$.tool.toolClass', c.meta ->> '$.tool.provenance',
  CASE e.kind WHEN 'turn.paused' THEN 'cap' END, CASE e.kind WHEN 'turn.paused' THEN e.seq END
FROM events e LEFT JOIN event_content c USING (position) WHERE e.kind IN ('tool.called', 'turn.paused') ORDER BY e.position;

UPDATE audit_entries AS a SET verdict = d.header ->> 'verdict', decided_seq = d.seq, reason = (SELECT c.meta ->> 'reason' FROM event_content c WHERE c.position = d.position)
FROM (SELECT position, turn_id, seq, header, max(seq) FROM events WHERE kind = 'gate.decided' GROUP BY turn_id, header ->> 'callId') AS d
WHERE d.turn_id = a.turn_id AND d.header ->> 'callId' = a.call_id;
UPDATE audit_entries AS a SET answer = d.header ->> 'answer', answered_by = d.header ->> 'by', answered_seq = d.seq
FROM (SELECT turn_id, seq, header, max(seq) FROM events WHERE kind = 'approval.answered' GROUP BY turn_id, header ->> 'callId') AS d
WHERE d.turn_id = a.turn_id AND d.header ->> 'callId' = a.call_id;
UPDATE audit_entries AS a SET settled = d.header ->> 'answer', settled_by = d.header ->> 'by'
FROM (SELECT turn_id, header, max(seq) FROM events WHERE kind = 'outcome.settled' GROUP BY turn_id, header ->> 'callId') AS d
WHERE d.turn_id = a.turn_id AND d.header ->> 'callId' = a.call_id;
UPDATE audit_entries AS a SET outcome = d.header ->> 'outcome', cause = d.header ->> 'cause', ended_seq = d.seq, ended_at = d.at
FROM (SELECT turn_id, seq, at, header FROM events WHERE kind = 'tool.ended') AS d
WHERE d.turn_id = a.turn_id AND d.header ->> 'callId' = a.call_id;
UPDATE audit_entries AS a SET reason = d.header ->> 'cap' FROM (SELECT turn_id, seq, header FROM events WHERE kind = 'turn.paused') AS d
WHERE a.verdict = 'cap' AND d.turn_id = a.turn_id AND d.seq = a.seq;
`

/**
 * Every call has its entry, so no table counts calls beside it; an index that nothing is found by costs a page in every commit. `searched`: how many
 * of a turn's steps can be found by their text.
 */
export const ONE_ROW_A_CALL_SCHEMA = `
ALTER TABLE audit_entries ADD COLUMN result_length INTEGER;
UPDATE audit_entries SET result_length = (SELECT c.result_length FROM tool_calls c WHERE c.call_id = audit_entries.call_id);
CREATE INDEX audit_entries_by_tool ON audit_entries (connector_id, tool, at);
DROP TABLE tool_calls;
DROP INDEX ledger_open;
ALTER TABLE turns ADD COLUMN searched INTEGER NOT NULL DEFAULT 0;
UPDATE turns SET searched = (SELECT count(*) FROM events e WHERE e.turn_id = turns.turn_id AND e.kind = 'step.ended');
`

/** What has to be let go of with the names of a turn's tools. */
export const FORGET_AUDIT_NAMES = `connector_id = NULL, tool = NULL, tool_class = NULL, provenance = NULL, reason = CASE verdict WHEN 'cap' THEN reason END`

interface Decided { readonly seq: number; readonly event: TurnEventOf<'gate.decided'> }

/** The last decision on each call that was made in the same transaction: its entry is written with it. */
function decidedAtOnce(seated: readonly SeatedEvent[]): ReadonlyMap<CallId, Decided> {
  const called = new Set(seated.flatMap(({ event }) => (event.kind === 'tool.called' ? [event.callId] : [])))
  return new Map(seated.flatMap(({ seq, event }) => (event.kind === 'gate.decided' && called.has(event.callId) ? [[event.callId, { seq, event }] as const] : [])))
}

/** Keeps the entries in the transaction that stores the events. */
export function createAuditEntries(database: Database.Database): (state: TurnState, seated: readonly SeatedEvent[]) => void {
  const insert = database.prepare('INSERT INTO audit_entries (turn_id, seq, at, call_id, tainted, connector_id, tool, tool_class, provenance, verdict, decided_seq, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const decide = database.prepare('UPDATE audit_entries SET verdict = ?, decided_seq = ?, reason = ? WHERE turn_id = ? AND call_id = ?')
  const answer = database.prepare('UPDATE audit_entries SET answer = ?, answered_by = ?, answered_seq = ? WHERE turn_id = ? AND call_id = ?')
  const settle = database.prepare('UPDATE audit_entries SET settled = ?, settled_by = ? WHERE turn_id = ? AND call_id = ?')
  const end = database.prepare('UPDATE audit_entries SET outcome = ?, cause = ?, ended_seq = ?, ended_at = ?, result_length = ? WHERE turn_id = ? AND call_id = ?')

  const apply = (state: TurnState, { turnId, seq, event }: SeatedEvent, decided: Decided | undefined): void => {
    switch (event.kind) {
      case 'tool.called': {
        const tool = event.meta?.tool ?? null
        const isTainted = stepOf(state, event.step)?.tainted === true
        insert.run(turnId, seq, event.at, event.callId, isTainted ? 1 : 0, tool?.connectorId ?? null, tool?.tool ?? null, tool?.toolClass ?? null, tool?.provenance ?? null, decided?.event.verdict ?? null, decided?.seq ?? null, decided?.event.meta?.reason ?? null)
        return
      }
      case 'turn.paused':
        insert.run(turnId, seq, event.at, null, state.tainted ? 1 : 0, null, null, null, null, 'cap', seq, event.cap)
        return
      case 'gate.decided':
        if (decided === undefined) decide.run(event.verdict, seq, event.meta?.reason ?? null, turnId, event.callId)
        return
      case 'approval.answered':
        answer.run(event.answer, event.by, seq, turnId, event.callId)
        return
      case 'outcome.settled':
        settle.run(event.answer, event.by, turnId, event.callId)
        return
      case 'tool.ended':
        end.run(event.outcome, event.cause, seq, event.at, event.body === null ? null : sizeOf(event.body.content), turnId, event.callId)
        return
      case 'turn.started': case 'turn.resumed': case 'turn.unpaused': case 'turn.ended': case 'step.started': case 'step.ended': case 'approval.voided':
      case 'tool.started': case 'effect.started': case 'effect.ended': case 'branch.blocked': case 'tool.interrupted': case 'outcome.asked': case 'compaction.started': case 'context.compacted': case 'compaction.failed':
        return
    }
  }
  return (state, seated) => {
    const decided = decidedAtOnce(seated)
    for (const event of seated) apply(state, event, 'callId' in event.event ? decided.get(event.event.callId) : undefined)
  }
}
