import type Database from 'better-sqlite3'
import { stepOf, type TurnState } from '../../../shared/turn-state.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'

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

/** What has to be let go of with the names of a turn's tools. */
export const FORGET_AUDIT_NAMES = `connector_id = NULL, tool = NULL, tool_class = NULL, provenance = NULL, reason = CASE verdict WHEN 'cap' THEN reason END`

/** Keeps the entries in the transaction that stores the events. */
export function createAuditEntries(database: Database.Database): (state: TurnState, seated: readonly SeatedEvent[]) => void {
  const insert = database.prepare('INSERT INTO audit_entries (turn_id, seq, at, call_id, tainted, connector_id, tool, tool_class, provenance, verdict, decided_seq, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const decide = database.prepare('UPDATE audit_entries SET verdict = ?, decided_seq = ?, reason = ? WHERE turn_id = ? AND call_id = ?')
  const answer = database.prepare('UPDATE audit_entries SET answer = ?, answered_by = ?, answered_seq = ? WHERE turn_id = ? AND call_id = ?')
  const settle = database.prepare('UPDATE audit_entries SET settled = ?, settled_by = ? WHERE turn_id = ? AND call_id = ?')
  const end = database.prepare('UPDATE audit_entries SET outcome = ?, cause = ?, ended_seq = ?, ended_at = ? WHERE turn_id = ? AND call_id = ?')

  const apply = (state: TurnState, { turnId, seq, event }: SeatedEvent): void => {
    switch (event.kind) {
      case 'tool.called': {
        const tool = event.meta?.tool ?? null
        const isTainted = stepOf(state, event.step)?.tainted === true
        insert.run(turnId, seq, event.at, event.callId, isTainted ? 1 : 0, tool?.connectorId ?? null, tool?.tool ?? null, tool?.toolClass ?? null, tool?.provenance ?? null, null, null, null)
        return
      }
      case 'turn.paused':
        insert.run(turnId, seq, event.at, null, state.tainted ? 1 : 0, null, null, null, null, 'cap', seq, event.cap)
        return
      case 'gate.decided':
        decide.run(event.verdict, seq, event.meta?.reason ?? null, turnId, event.callId)
        return
      case 'approval.answered':
        answer.run(event.answer, event.by, seq, turnId, event.callId)
        return
      case 'outcome.settled':
        settle.run(event.answer, event.by, turnId, event.callId)
        return
      case 'tool.ended':
        end.run(event.outcome, event.cause, seq, event.at, turnId, event.callId)
        return
      case 'turn.started': case 'turn.resumed': case 'turn.unpaused': case 'turn.ended': case 'step.started': case 'step.ended': case 'approval.voided':
      case 'tool.started': case 'effect.started': case 'effect.ended': case 'tool.interrupted': case 'outcome.asked': case 'compaction.started': case 'context.compacted': case 'compaction.failed':
        return
    }
  }
  return (state, seated) => { for (const event of seated) apply(state, event) }
}
