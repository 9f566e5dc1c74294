import type Database from 'better-sqlite3'

/**
 * What was erased is overwritten in the database, but older pages of it stay readable in the write-ahead log until that
 * is emptied.
 */
export interface LogTruncation {
  /** Empties the log once the work at hand is committed; several wishes are one. */
  readonly wish: () => void
  /** A read has ended: what could not be emptied beside it is tried again. */
  readonly retry: () => void
}

export function createLogTruncation(database: Database.Database): LogTruncation {
  let isWanted = false
  let isDue = false
  const truncate = (): void => { isDue = database.open && !truncateLog(database) }
  return {
    wish: () => {
      if (isWanted) return
      isWanted = true
      setImmediate(() => {
        isWanted = false
        truncate()
      })
    },
    retry: () => { if (isDue) truncate() },
  }
}

/**
 * False: something reads or fails at this moment, and the log stays for now. It is emptied when a read of ours ends, at the
 * next wish, and when the database is closed or opened.
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
