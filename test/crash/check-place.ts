import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { foldTurn } from '../../shared/fold-turn.ts'
import { TurnId } from '../../shared/ids.ts'
import { chainLink, createHeadReader } from '../../electron/core/store/audit-chain.ts'
import { createJournal } from '../../electron/core/store/journal.ts'
import type { Violation } from './check-case.ts'
import type { Place } from './place.ts'

const Row = z.object({
  position: z.int(), turn_id: TurnId, seq: z.int(), kind: z.string(), version: z.int(), at: z.int(), header: z.string(),
  meta_hash: z.string().nullable(), meta_size: z.int(), body_hash: z.string().nullable(), body_size: z.int(), chain: z.string(),
})

/** Everything that is on disk, after the core has gone: the whole journal folds, its chain holds, nothing is asked that isn't open. */
export function checkPlace({ dataDirectory }: Pick<Place, 'dataDirectory'>): readonly Violation[] {
  const illegal = (text: string): Violation => ({ fault: 'illegal_events', text })
  const database = new Database(join(dataDirectory, 'gatehouse.db'))
  try {
    const journal = createJournal(database, () => undefined)
    const turns = z.array(TurnId).parse(database.prepare('SELECT DISTINCT turn_id FROM events').pluck().all())
    const folded = turns.flatMap((turnId): Violation[] => {
      try {
        const { ended } = foldTurn(turnId, journal.read(turnId).map(({ event }) => event))
        return ended === null ? [{ fault: 'stuck_runs', text: `${turnId} has no end` }] : []
      } catch (error) {
        return [illegal(`${turnId}: ${error instanceof Error ? error.message : 'unreadable'}`)]
      }
    })
    const broken = brokenLinks(database)
    const open = database.prepare('SELECT count(*) FROM questions').pluck().get()
    const check = database.pragma('quick_check(1)', { simple: true })
    return [
      ...folded,
      ...(broken === 0 ? [] : [illegal(`the chain breaks at ${broken} events`)]),
      ...(open === 0 ? [] : [{ fault: 'stuck_runs', text: `${String(open)} questions are left of turns that ended` } satisfies Violation]),
      ...(check === 'ok' ? [] : [illegal(`the database: ${String(check)}`)]),
    ]
  } finally {
    database.close()
  }
}

/** Headers whose link isn't what it has to be, and the end where the chain doesn't end there. */
function brokenLinks(database: Database.Database): number {
  let chain = ''
  let broken = 0
  for (const row of database.prepare('SELECT position, turn_id, seq, kind, version, at, header, meta_hash, meta_size, body_hash, body_size, chain FROM events ORDER BY position').iterate()) {
    const { turn_id: turnId, meta_hash: metaHash, meta_size: metaSize, body_hash: bodyHash, body_size: bodySize, chain: stored, ...rest } = Row.parse(row)
    chain = chainLink(chain, { ...rest, turnId, metaHash, metaSize, bodyHash, bodySize }, 2)
    if (chain !== stored) broken += 1
  }
  return broken + (createHeadReader(database)()?.chain === chain ? 0 : 1)
}
