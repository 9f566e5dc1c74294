import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { Digest } from '../../../shared/ids.ts'
import { sha256 } from './sha256.ts'

/**
 * Headers that are there already keep the chain they were stored with; from `second_from` on a link also binds its place,
 * its columns and the sizes. The head says where the chain ends, so that a tail that is cut off is missed.
 */
export const CHAIN_SCHEMA = `
CREATE TABLE chain_head (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL, chain TEXT NOT NULL, second_from INTEGER NOT NULL) STRICT;
INSERT INTO chain_head SELECT 1, coalesce(max(position), 0), coalesce((SELECT chain FROM events ORDER BY position DESC LIMIT 1), ''), coalesce(max(position), 0) + 1 FROM events;
CREATE INDEX turns_by_start ON turns (started_at, turn_id);
`

/** What a link binds. `header` is the stored text, letter by letter. */
export interface ChainedHeader {
  readonly position: number
  readonly turnId: string
  readonly seq: number
  readonly kind: string
  readonly version: number
  readonly at: number
  readonly header: string
  readonly metaHash: string | null
  readonly metaSize: number
  readonly bodyHash: string | null
  readonly bodySize: number
}

export type ChainFormat = 1 | 2

/** The link of a header after `before`, which is empty for the first. No part but the last can hold a line break, and a header is JSON on one line. */
export function chainLink(before: string, header: ChainedHeader, format: ChainFormat): Digest {
  const { position, turnId, seq, kind, version, at, header: text, metaHash, metaSize, bodyHash, bodySize } = header
  return sha256(format === 1
    ? [before, turnId, seq, text, metaHash ?? '', bodyHash ?? ''].join('\n')
    : ['gatehouse chain 2', before, position, turnId, seq, kind, version, at, text, metaHash ?? '', metaSize, bodyHash ?? '', bodySize].join('\n'))
}

/** Where the chain ends. */
export interface ChainEnd { readonly position: number; readonly chain: string }
export interface ChainHead extends ChainEnd { /** From this position on links are of the second format. */ readonly secondFrom: number }

const HeadRow = z.object({ position: z.int(), chain: z.string(), second_from: z.int() })

/** Null when its row is gone. */
export function createHeadReader(database: Database.Database): () => ChainHead | null {
  const select = database.prepare('SELECT position, chain, second_from FROM chain_head')
  return () => {
    const row = HeadRow.safeParse(select.get())
    return row.success ? { position: row.data.position, chain: row.data.chain, secondFrom: row.data.second_from } : null
  }
}

/** Seats headers one after another. The end is in memory between appends; whoever rolls back sets it back. */
export interface ChainWriter {
  readonly end: () => ChainEnd
  readonly setBack: (end: ChainEnd) => void
  readonly seat: (header: Omit<ChainedHeader, 'position'>) => ChainEnd
  /** Stores the end, once for all headers of a transaction. */
  readonly storeEnd: () => void
}

const Last = z.object({ position: z.int(), chain: z.string() }).catch({ position: 0, chain: '' })

export function createChainWriter(database: Database.Database): ChainWriter {
  const selectLast = database.prepare('SELECT position, chain FROM events ORDER BY position DESC LIMIT 1')
  const store = database.prepare('UPDATE chain_head SET position = ?, chain = ?')
  const last = Last.parse(selectLast.get())
  const head = createHeadReader(database)()
  // Where the two disagree somebody removed or added records. Going on from the head keeps that to be found for ever, and work isn't held up by it.
  let end: ChainEnd = head === null ? last : { position: Math.max(head.position, last.position), chain: head.chain }
  return {
    end: () => end,
    setBack: (to) => { end = to },
    seat: (header) => {
      const position = end.position + 1
      end = { position, chain: chainLink(end.chain, { ...header, position }, 2) }
      return end
    },
    storeEnd: () => { store.run(end.position, end.chain) },
  }
}
