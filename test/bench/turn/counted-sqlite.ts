import { createRequire } from 'node:module'
import type Database from 'better-sqlite3'

const WRITES = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b/i
const BEGINS = /^\s*BEGIN\b/i
const COMMITS = /^\s*(?:COMMIT|END)\b/i
const ROLLS_BACK = /^\s*ROLLBACK\s*;?\s*$/i

let commits = 0
export const commitsSoFar = (): number => commits

/** One connection's reader of what SQLite reports as run: every COMMIT, and every write outside a transaction, which is a commit of its own. */
function createReader(): (sql: unknown) => void {
  let inTransaction = false
  return (message) => {
    const sql = String(message)
    if (BEGINS.test(sql)) inTransaction = true
    else if (COMMITS.test(sql)) {
      inTransaction = false
      commits += 1
    } else if (ROLLS_BACK.test(sql)) inTransaction = false
    else if (!inTransaction && WRITES.test(sql)) commits += 1
  }
}

// Resolved from the product's own folder: beside this file is the older one that a peer brings.
const Original: typeof Database = createRequire(new URL('../../../electron/core/store/', import.meta.url))('better-sqlite3')

const CountedDatabase = new Proxy(Original, {
  construct: (target, [file, options]: [string, Database.Options | undefined]) => Reflect.construct(target, [file, { ...options, verbose: createReader() }]),
})
export { CountedDatabase as default }
