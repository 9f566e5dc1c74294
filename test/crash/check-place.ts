import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { foldTurn } from '../../shared/fold-turn.ts'
import { TurnId } from '../../shared/ids.ts'
import { createJournal } from '../../electron/core/store/journal.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import type { Violation } from './check-case.ts'
import type { Place } from './place.ts'

const Header = z.object({ turn_id: TurnId, seq: z.int(), header: z.string(), meta_hash: z.string().nullable(), body_hash: z.string().nullable(), chain: z.string() })

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
    let chain = ''
    let broken = 0
    for (const row of database.prepare('SELECT turn_id, seq, header, meta_hash, body_hash, chain FROM events ORDER BY position').iterate()) {
      const { turn_id: turnId, seq, header, meta_hash: metaHash, body_hash: bodyHash, chain: stored } = Header.parse(row)
      chain = sha256([chain, turnId, seq, header, metaHash ?? '', bodyHash ?? ''].join('\n'))
      if (chain !== stored) broken += 1
    }
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
