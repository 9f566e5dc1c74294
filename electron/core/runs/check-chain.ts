import type Database from 'better-sqlite3'
import type { ChainFinding } from '../../../shared/run-log.ts'
import { createHeadReader, type ChainEnd } from '../store/audit-chain.ts'
import { checkEnd, checkRecord } from './check-record.ts'
import { createRecordReader } from './chain-records.ts'

export interface ChainReport { readonly checked: number; readonly finding: ChainFinding | null }

/** As many records as are read between two looks at what else is to be done: some milliseconds of work. */
const AT_ONCE = 100

const nextTurn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve) })

/**
 * Reads all records, a few at a time, so that turns go on meanwhile; what they add is read too. Changes nothing.
 * @param onProgress called after each piece; false ends the check
 * @returns null when it was ended
 */
export async function checkChain(database: Database.Database, onProgress: (checked: number) => boolean): Promise<ChainReport | null> {
  const readRecords = createRecordReader(database)
  const readHead = createHeadReader(database)
  const highest = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'events'`).pluck()
  let last: ChainEnd = { position: 0, chain: '' }
  let after = Number.MIN_SAFE_INTEGER
  let checked = 0
  for (;;) {
    const records = readRecords(after, AT_ONCE)
    const head = readHead()
    for (const record of records) {
      const finding = checkRecord(last, record, head?.secondFrom ?? 1)
      if (finding !== null) return { checked, finding }
      last = { position: record.position, chain: record.chain }
      after = record.position
      checked += 1
    }
    if (records.length < AT_ONCE) {
      const given: unknown = highest.get()
      return { checked, finding: checkEnd(last, head, typeof given === 'number' ? given : null) }
    }
    if (!onProgress(checked)) return null
    await nextTurn()
    if (!database.open) return null
  }
}
