import type Database from 'better-sqlite3'
import type { ChainFinding } from '../../../shared/run-log.ts'
import { createHeadReader, type ChainEnd } from '../store/audit-chain.ts'
import { checkEnd, checkRecord } from './check-record.ts'
import { createRecordReader } from './chain-records.ts'

export interface ChainReport { readonly checked: number; readonly finding: ChainFinding | null }

/** Where a check has got to: the last link that held, and the position that was read last. */
export interface ChainPlace { readonly last: ChainEnd; readonly after: number }
/** `of`: how many records there were when it was read. */
export interface ChainPiece extends ChainReport, ChainPlace { readonly of: number; readonly isLast: boolean }

/** As many records as are read before others get to read: some milliseconds of work. */
const AT_ONCE = 500

/** Checks the records behind a place. Changes nothing; what it looks at has to be from one moment. */
export function createChainPieces(database: Database.Database, atOnce = AT_ONCE): (place: ChainPlace) => ChainPiece {
  const readRecords = createRecordReader(database)
  const readHead = createHeadReader(database)
  const highest = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'events'`).pluck()
  return (place) => {
    const records = readRecords(place.after, atOnce)
    const head = readHead()
    let { last, after } = place
    let checked = 0
    for (const record of records) {
      const finding = checkRecord(last, record, head?.secondFrom ?? 1)
      if (finding !== null) return { last, after, checked, of: head?.position ?? 0, finding, isLast: true }
      last = { position: record.position, chain: record.chain }
      after = record.position
      checked += 1
    }
    const isLast = records.length < atOnce
    const given: unknown = highest.get()
    return { last, after, checked, of: head?.position ?? 0, finding: isLast ? checkEnd(last, head, typeof given === 'number' ? given : null) : null, isLast }
  }
}

/**
 * Reads all records piece by piece; what is added meanwhile is read too.
 * @param onProgress called after each piece but the last; false ends the check
 * @returns null when it was ended
 */
export async function checkChain(readPiece: (place: ChainPlace) => ChainPiece | Promise<ChainPiece>, onProgress: (checked: number, of: number) => boolean): Promise<ChainReport | null> {
  let place: ChainPlace = { last: { position: 0, chain: '' }, after: Number.MIN_SAFE_INTEGER }
  let checked = 0
  for (;;) {
    const piece = await readPiece(place)
    checked += piece.checked
    if (piece.isLast) return { checked, finding: piece.finding }
    if (!onProgress(checked, piece.of)) return null
    place = { last: piece.last, after: piece.after }
  }
}
