import type Database from 'better-sqlite3'
import { AppError } from '../../../shared/errors.ts'

/*
 * Runs that were open when a backup was made would go on when it is imported, perhaps long after somebody did by hand what they were
 * about to do. A database that was imported says so of itself until they are ended, whatever crashes meanwhile.
 */

const NAME = 'imported'

export function noteImported(database: Database.Database, madeAt: number): void {
  database.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(NAME, JSON.stringify(madeAt))
}

/** @param endRun resolves when that run is over; one that can't be read now can't be ended either, and is looked at again like any other */
export async function endImportedRuns<Run>(database: Database.Database, open: readonly Run[], endRun: (run: Run) => Promise<void>): Promise<void> {
  if (database.prepare('SELECT 1 FROM settings WHERE name = ?').get(NAME) === undefined) return
  for (const run of open) {
    await endRun(run).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
  database.prepare('DELETE FROM settings WHERE name = ?').run(NAME)
}
