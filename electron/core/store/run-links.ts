import type Database from 'better-sqlite3'
import { z } from 'zod'
import { TurnId } from '../../../shared/ids.ts'
import type { TurnState } from '../../../shared/turn-state.ts'

/**
 * Which runs come from others, beside what their events say, to be asked from both ends. A run is tried again once, and a call
 * has one run: neither can be stored twice. `root_role`: the role whose daily figures a delegated run counts for.
 */
export const RUN_LINKS_SCHEMA = `
CREATE TABLE run_links (
  turn_id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('retry', 'delegated')), of_turn TEXT NOT NULL, call_id TEXT, attempt INTEGER, root_role TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX run_links_retries ON run_links (of_turn) WHERE kind = 'retry';
CREATE UNIQUE INDEX run_links_delegated ON run_links (of_turn, call_id) WHERE kind = 'delegated';
CREATE INDEX run_links_by_root ON run_links (root_role) WHERE root_role IS NOT NULL;
`

export interface RunLinks {
  /** What the first event says, in the transaction that stores it. */
  readonly add: (state: TurnState) => void
  readonly nextAttempt: (turnId: TurnId) => TurnId | null
  /** Runs that failed at or after a moment and have no attempt after them. */
  readonly failedSince: (at: number) => readonly TurnId[]
}

export function createRunLinks(database: Database.Database): RunLinks {
  const insert = database.prepare(`INSERT INTO run_links (turn_id, kind, of_turn, call_id, attempt, root_role) VALUES (@turnId, @kind, @ofTurn, @callId, @attempt,
    CASE WHEN @kind = 'delegated' THEN coalesce((SELECT root_role FROM run_links WHERE turn_id = @ofTurn), (SELECT role FROM turns WHERE turn_id = @ofTurn)) END)`)
  const selectNext = database.prepare(`SELECT turn_id FROM run_links WHERE kind = 'retry' AND of_turn = ?`).pluck()
  const selectFailed = database.prepare(`SELECT turn_id FROM turns JOIN chats USING (chat_id) WHERE status = 'failed' AND ended_at >= ? AND deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM run_links l WHERE l.of_turn = turns.turn_id AND l.kind = 'retry') ORDER BY started_at, turn_id`).pluck()
  return {
    add: ({ turnId, started }) => {
      const { retryOf, delegatedBy } = started ?? {}
      if (retryOf !== undefined) insert.run({ turnId, kind: 'retry', ofTurn: retryOf.turnId, callId: null, attempt: retryOf.attempt })
      if (delegatedBy !== undefined) insert.run({ turnId, kind: 'delegated', ofTurn: delegatedBy.turnId, callId: delegatedBy.callId, attempt: null })
    },
    nextAttempt: (turnId) => TurnId.nullable().parse(selectNext.get(turnId) ?? null),
    failedSince: (at) => z.array(TurnId).parse(selectFailed.all(at)),
  }
}
