import type Database from 'better-sqlite3'
import { AppError } from '../../../shared/errors.ts'
import { withDiskTrouble } from './disk-trouble.ts'

/** One row while nothing runs: the process before closed its turns itself. Turns that couldn't be read once were written off for good before this. */
export const ORDERLY_QUIT_SCHEMA = `
CREATE TABLE orderly_quit (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
UPDATE turns SET status = 'running' WHERE status = 'failed' AND ended_at IS NULL;
`

export interface OrderlyQuit {
  /** Whether the process before quit by itself. Asked for once: from then on this one has crashed until it says otherwise. */
  readonly take: () => boolean
  /** Everything was drained; nothing is stored after this. */
  readonly leave: (at: number) => void
}

export function createOrderlyQuit(database: Database.Database): OrderlyQuit {
  const remove = database.prepare('DELETE FROM orderly_quit')
  const insert = database.prepare('INSERT INTO orderly_quit (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at')
  return {
    take: () => remove.run().changes > 0,
    leave: (at) => {
      // Closing twice is closing.
      if (!database.open) return
      try {
        insert.run(at)
      } catch (error) {
        // On a full disk it counts as crashed, as one does that is killed while it closes; the rest of it closes all the same.
        if (!(withDiskTrouble(error) instanceof AppError)) throw error
      }
    },
  }
}
