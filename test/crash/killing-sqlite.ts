import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { CommitPoint } from './kill-point.ts'

/*
 * The database library as the core uses it, but for one thing: at an armed commit the process is no more. The core under
 * test is the shipped one; only what it loads by the library's name is this.
 */

let armed: CommitPoint | null = null
let seen = 0

/** Counts anew from here. Null: nothing happens. */
export function arm(point: CommitPoint | null): void {
  armed = point
  seen = 0
}

const Rows = z.array(z.object({ position: z.number(), kind: z.string() }))

/** One connection's reader of what its transactions put into the journal. */
function createReader(database: Database.Database): { readonly begin: () => void; readonly inside: () => void; readonly after: () => void } {
  let last: number | null = null
  const hasJournal = (): boolean => database.prepare(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'events'`).pluck().get() === 1
  const appended = (): z.infer<typeof Rows> => (hasJournal() ? Rows.parse(database.prepare('SELECT position, kind FROM events WHERE position > ? ORDER BY position').all(last ?? 0)) : [])
  const count = (): number => appended().filter(({ kind }) => kind === armed?.kind).length
  return {
    begin: () => { last ??= hasJournal() ? z.number().parse(database.prepare('SELECT coalesce(max(position), 0) FROM events').pluck().get()) : 0 },
    inside: () => { if (armed?.phase === 'inside' && seen + count() >= armed.nth) die() },
    after: () => {
      if (database.inTransaction) return
      if (armed !== null) {
        seen += count()
        if (armed.phase === 'after' && seen >= armed.nth) die()
      }
      last = appended().at(-1)?.position ?? last
    },
  }
}

/** Returns to nobody: the system delivers it before the call is over. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

function watchTransactions(database: Database.Database): Database.Database {
  const { begin, inside, after } = createReader(database)
  const make = database.transaction.bind(database)
  const watched = (body: (...args: unknown[]) => unknown): unknown => {
    const made = make((...args: unknown[]) => {
      const result = body(...args)
      inside()
      return result
    })
    const around = (run: (...args: unknown[]) => unknown) => (...args: unknown[]): unknown => {
      begin()
      const result = run(...args)
      after()
      return result
    }
    const { immediate, deferred, exclusive } = made
    return Object.assign(around(made), { default: around(made.default), immediate: around(immediate), deferred: around(deferred), exclusive: around(exclusive) })
  }
  Object.defineProperty(database, 'transaction', { value: watched })
  return database
}

const Original: typeof Database = createRequire(import.meta.url)('better-sqlite3')

const KillingDatabase = new Proxy(Original, {
  construct: (target, [file, options]: [string, Database.Options | undefined]) => {
    const database: Database.Database = new target(file, options)
    return basename(file) === 'gatehouse.db' && options?.readonly !== true ? watchTransactions(database) : database
  },
})
export { KillingDatabase as default }
