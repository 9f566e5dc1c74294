import type Database from 'better-sqlite3'

/**
 * What was erased is overwritten in the database, but older pages of it stay readable in the write-ahead log until that
 * is emptied. Asks for it once the work at hand is committed; several wishes are one.
 */
export function createLogTruncation(database: Database.Database): () => void {
  let isWanted = false
  return () => {
    if (isWanted) return
    isWanted = true
    setImmediate(() => {
      isWanted = false
      if (database.open) truncateLog(database)
    })
  }
}

/**
 * False: something reads or fails at this moment, and the log stays for now. It is emptied at the next wish, and when the
 * database is closed or opened.
 */
export function truncateLog(database: Database.Database): boolean {
  const before = Number(database.pragma('busy_timeout', { simple: true }))
  database.pragma('busy_timeout = 0')
  try {
    return database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')) return false
    throw error
  } finally {
    database.pragma(`busy_timeout = ${before}`)
  }
}
