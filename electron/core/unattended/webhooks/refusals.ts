import type Database from 'better-sqlite3'
import { z } from 'zod'
import { RefusalReason, type RefusalRow } from '../../../../shared/webhook.ts'

/**
 * What was turned away: when and why, never a word of what was in it. Whoever sends can't fill the disk with it: the same
 * reason within a minute is one row, rows are written at most every few seconds, and each webhook keeps its last few.
 */
export interface Refusals {
  /** @param subject a webhook or a source; null: nothing is at that address */
  readonly note: (subject: string | null, reason: RefusalReason) => void
  /** Newest first. */
  readonly list: (subject: string | null) => readonly RefusalRow[]
  /** Of those that are kept. */
  readonly count: (subject: string | null) => number
  readonly forget: (subject: string) => void
  readonly onChanged: (listener: (subject: string | null) => void) => void
  /** Writes what was only counted. */
  readonly flush: () => void
}

const MOST_REFUSALS = 50
const SAME_MS = 60_000
const WRITE_MS = 5000
const NOWHERE = ''

export const REFUSALS_SCHEMA = `
CREATE TABLE refused_deliveries (position INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, reason TEXT NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, count INTEGER NOT NULL) STRICT;
CREATE INDEX refused_deliveries_by_subject ON refused_deliveries (subject, position);
`

interface Open { readonly position: number | bigint; readonly subject: string; readonly firstAt: number; lastAt: number; count: number; writtenAt: number; isWritten: boolean }

const Row = z.object({ position: z.int(), reason: RefusalReason, first_at: z.int(), last_at: z.int(), count: z.int() })
const Sum = z.int()

export function createRefusals(database: Database.Database, now: () => number): Refusals {
  const listeners: ((subject: string | null) => void)[] = []
  const open = new Map<string, Open>()
  const insert = database.prepare('INSERT INTO refused_deliveries (subject, reason, first_at, last_at, count) VALUES (?, ?, ?, ?, 1)')
  const update = database.prepare('UPDATE refused_deliveries SET last_at = ?, count = ? WHERE position = ?')
  const trim = database.prepare('DELETE FROM refused_deliveries WHERE subject = @subject AND position <= (SELECT position FROM refused_deliveries WHERE subject = @subject ORDER BY position DESC LIMIT 1 OFFSET @most)')
  const select = database.prepare('SELECT position, reason, first_at, last_at, count FROM refused_deliveries WHERE subject = ? ORDER BY position DESC')
  const sum = database.prepare('SELECT coalesce(sum(count), 0) FROM refused_deliveries WHERE subject = ?').pluck()
  const drop = database.prepare('DELETE FROM refused_deliveries WHERE subject = ?')
  const write = (entry: Open, at: number): void => {
    update.run(entry.lastAt, entry.count, entry.position)
    entry.writtenAt = at
    entry.isWritten = true
  }
  const flush = (): void => { for (const entry of open.values()) if (!entry.isWritten) write(entry, now()) }
  const begin = database.transaction((subject: string, reason: RefusalReason, at: number): Open => {
    const { lastInsertRowid: position } = insert.run(subject, reason, at, at)
    trim.run({ subject, most: MOST_REFUSALS })
    return { position, subject, firstAt: at, lastAt: at, count: 1, writtenAt: at, isWritten: true }
  })

  return {
    note: (about, reason) => {
      const at = now()
      const subject = about ?? NOWHERE
      const key = `${subject} ${reason}`
      const known = open.get(key)
      if (known === undefined || at < known.firstAt || at - known.firstAt >= SAME_MS) {
        if (known?.isWritten === false) write(known, at)
        open.set(key, begin(subject, reason, at))
      } else {
        known.lastAt = at
        known.count += 1
        known.isWritten = false
        if (at - known.writtenAt < WRITE_MS) return
        write(known, at)
      }
      for (const listener of listeners) listener(about)
    },
    list: (about) => {
      flush()
      return select.all(about ?? NOWHERE).map((value): RefusalRow => {
        const row = Row.parse(value)
        return { id: row.position, reason: row.reason, firstAt: row.first_at, lastAt: row.last_at, count: row.count }
      })
    },
    count: (about) => {
      flush()
      return Sum.parse(sum.get(about ?? NOWHERE))
    },
    forget: (subject) => {
      for (const [key, entry] of open) if (entry.subject === subject) open.delete(key)
      drop.run(subject)
    },
    onChanged: (listener) => { listeners.push(listener) },
    flush,
  }
}
