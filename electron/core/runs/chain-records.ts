import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { ChainedHeader } from '../store/audit-chain.ts'

/** A header as it is stored, with what is left of its content. */
export interface ChainRecord extends ChainedHeader {
  readonly chain: string
  readonly meta: string | null
  readonly metaSalt: string | null
  readonly body: string | null
  readonly bodySalt: string | null
}

const Row = z.object({
  position: z.int(), turn_id: z.string(), seq: z.int(), kind: z.string(), version: z.int(), at: z.int(), header: z.string(), chain: z.string(),
  meta_hash: z.string().nullable(), meta_size: z.int(), body_hash: z.string().nullable(), body_size: z.int(),
  meta_salt: z.string().nullable(), meta: z.string().nullable(), body_salt: z.string().nullable(), body: z.string().nullable(),
})

/** Records behind a position in the order of the chain, at most `limit`. @throws ZodError for a row that isn't one */
export function createRecordReader(database: Database.Database): (after: number, limit: number) => readonly ChainRecord[] {
  const select = database.prepare('SELECT events.*, meta_salt, meta, body_salt, body FROM events LEFT JOIN event_content USING (position) WHERE position > ? ORDER BY position LIMIT ?')
  return (after, limit) => select.all(after, limit).map((value) => {
    const row = Row.parse(value)
    return {
      position: row.position, turnId: row.turn_id, seq: row.seq, kind: row.kind, version: row.version, at: row.at, header: row.header, chain: row.chain,
      metaHash: row.meta_hash, metaSize: row.meta_size, bodyHash: row.body_hash, bodySize: row.body_size,
      metaSalt: row.meta_salt, meta: row.meta, bodySalt: row.body_salt, body: row.body,
    }
  })
}
