import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import { sha256 } from './sha256.ts'
import { metaFromStore, offerAfter, type Offer } from './told-once.ts'
import { upcastEvent } from './upcast-event.ts'

const EventRow = z.object({
  seq: z.int(), header: z.string(), meta: z.string().nullable(), meta_salt: z.string().nullable(), meta_hash: z.string().nullable(),
  body: z.string().nullable(), body_salt: z.string().nullable(), body_hash: z.string().nullable(),
})

/** Reads a turn's events, oldest first. Needs a connection that may only read. @throws AppError `store.corrupt` or `store.newer` */
export function createJournalReader(database: Database.Database): (turnId: TurnId) => readonly SeatedEvent[] {
  const select = database.prepare('SELECT seq, header, meta, meta_salt, meta_hash, body, body_salt, body_hash FROM events LEFT JOIN event_content USING (position) WHERE turn_id = ? ORDER BY seq')
  return (turnId) => {
    let offered: Offer = null
    return select.all(turnId).map((row, index): SeatedEvent => {
      const stored = EventRow.safeParse(row)
      if (!stored.success || stored.data.seq !== index + 1) throw unreadable(turnId)
      const { seq, header, meta, meta_salt, meta_hash, body, body_salt, body_hash } = stored.data
      const event = upcastEvent(parseStored(header, turnId), metaFromStore(openLayer(turnId, meta, meta_salt, meta_hash), offered), openLayer(turnId, body, body_salt, body_hash))
      offered = offerAfter(event, offered)
      return { turnId, seq, event }
    })
  }
}

/** Null when there was none or it was erased. @throws AppError `store.corrupt` when it isn't what the header says was stored */
function openLayer(turnId: TurnId, text: string | null, salt: string | null, hash: string | null): unknown {
  if (text === null) return null
  if (salt === null || sha256(salt + text) !== hash) throw unreadable(turnId)
  return parseStored(text, turnId)
}

const unreadable = (turnId: TurnId, cause?: unknown): AppError => new AppError('store.corrupt', `An event of ${turnId} can't be read.`, { kept: 'The stored bytes are untouched.', cause })

function parseStored(text: string, turnId: TurnId): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(turnId, cause)
  }
}
