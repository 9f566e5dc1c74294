import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { AppError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { parseEvent, type SeatedEvent, type TurnEvent } from '../../../shared/turn-event.ts'
import { createChainWriter } from './audit-chain.ts'
import { createBlobs } from './blobs.ts'
import { withDiskTrouble } from './disk-trouble.ts'
import { createJournalReader } from './journal-reader.ts'
import { createLogTruncation, type LogTruncation } from './log-truncation.ts'
import { createPruning } from './prune-turn.ts'
import { sha256 } from './sha256.ts'
import { metaToStore, offerAfter, type Offer } from './told-once.ts'

export interface Appended { readonly state: TurnState; readonly seated: readonly SeatedEvent[] }

/** What the journal tells its projections, inside the transaction that stores the events. */
export type Project = (state: TurnState, before: TurnState, seated: readonly SeatedEvent[], readText: (stored: StoredText) => string) => void

export interface Journal {
  /** Oldest first. @throws AppError `store.corrupt` or `store.newer` */
  readonly read: (turnId: TurnId) => readonly SeatedEvent[]
  /**
   * All or none, after the state they were folded from. With the end of a turn goes, in the same commit, what its capture
   * level doesn't keep: there is no moment at which it has ended and still holds more. `durable` waits until the disk has them: for answers, and
   * before a call that changes the world leaves. `alongside` writes what is stored with them or not at all.
   * @throws AppError `store.corrupt` for an event that is illegal after `state`, `store.full`, `store.unavailable`
   */
  readonly append: (state: TurnState, events: readonly TurnEvent[], options: { readonly durable: boolean; readonly alongside?: () => void }) => Appended
  readonly readText: (stored: StoredText) => string
  /** False once the turn was deleted; what its capture level let go of doesn't count. */
  readonly hasContent: (turnId: TurnId) => boolean
  /** Removes meta and body of a turn's events and the blobs only it used; the headers stay. */
  readonly eraseContent: (turnId: TurnId) => void
}

export function createJournal(database: Database.Database, project: Project, truncation: LogTruncation = createLogTruncation(database)): Journal {
  const read = createJournalReader(database)
  const blobs = createBlobs(database)
  const pruneTurn = createPruning(database, blobs)
  const insertEvent = database.prepare('INSERT INTO events (position, turn_id, seq, kind, version, at, header, meta_hash, meta_size, body_hash, body_size, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertContent = database.prepare('INSERT INTO event_content (position, meta_salt, meta, body_salt, body) VALUES (?, ?, ?, ?, ?)')
  const erase = database.prepare('UPDATE event_content SET meta_salt = NULL, meta = NULL, body_salt = NULL, body = NULL WHERE position IN (SELECT position FROM events WHERE turn_id = ?)')
  const selectContent = database.prepare(`SELECT 1 FROM events e JOIN event_content c USING (position) WHERE e.turn_id = ? AND e.seq = 1 AND (c.meta IS NOT NULL OR e.header ->> 'capture' = 'none')
    AND EXISTS (SELECT 1 FROM turns t JOIN chats USING (chat_id) WHERE t.turn_id = e.turn_id)`)
  const chain = createChainWriter(database)

  const insert = (turnId: TurnId, seq: number, event: TurnEvent, before: Offer): SeatedEvent => {
    const stored = blobs.putAside(turnId, event)
    const { meta, body, ...header } = stored
    const headerText = JSON.stringify(header)
    const metaLayer = sealLayer(metaToStore(stored, before))
    const bodyLayer = sealLayer(body)
    const { kind, version, at } = event
    const place = chain.seat({ turnId, seq, kind, version, at, header: headerText, metaHash: metaLayer.hash, metaSize: metaLayer.size, bodyHash: bodyLayer.hash, bodySize: bodyLayer.size })
    insertEvent.run(place.position, turnId, seq, kind, version, at, headerText, metaLayer.hash, metaLayer.size, bodyLayer.hash, bodyLayer.size, place.chain)
    insertContent.run(place.position, metaLayer.salt, metaLayer.text, bodyLayer.salt, bodyLayer.text)
    return { turnId, seq, event: stored }
  }

  const write = database.transaction((state: TurnState, events: readonly TurnEvent[], alongside: () => void): Appended => {
    let offered: Offer = state.steps.at(-1)?.started.meta?.offered ?? null
    const seated = events.map((given, index) => {
      const event = parseEvent(given)
      const one = insert(state.turnId, state.seq + index + 1, event, offered)
      offered = offerAfter(event, offered)
      return one
    })
    chain.storeEnd()
    const after = foldTurn(state.turnId, seated.map(({ event }) => event), state)
    project(after, state, seated, blobs.readText)
    alongside()
    if (after.ended !== null && pruneTurn(after)) truncation.wish()
    return { state: after, seated }
  })

  return {
    read,
    append: (state, events, { durable, alongside = () => undefined }) => {
      const before = chain.end()
      try {
        if (durable) database.pragma('synchronous = FULL')
        return write.immediate(state, events, alongside)
      } catch (error) {
        chain.setBack(before)
        throw toAppendError(error)
      } finally {
        if (durable) database.pragma('synchronous = NORMAL')
      }
    },
    readText: blobs.readText,
    hasContent: (turnId) => selectContent.get(turnId) !== undefined,
    eraseContent: database.transaction((turnId: TurnId) => {
      erase.run(turnId)
      blobs.release(turnId)
      truncation.wish()
    }),
  }
}

interface Layer { readonly text: string | null; readonly salt: string | null; readonly hash: string | null; readonly size: number }

const SALT_BYTES = 16
const SALTS_AT_ONCE = 256
let salts = ''

/** Asking the system for chance costs the same for one salt as for many. */
function drawSalt(): string {
  if (salts === '') salts = randomBytes(SALT_BYTES * SALTS_AT_ONCE).toString('hex')
  const salt = salts.slice(0, SALT_BYTES * 2)
  salts = salts.slice(SALT_BYTES * 2)
  return salt
}

/** Salted, so that the hash which stays in the header says nothing about content that was deleted. */
function sealLayer(content: unknown): Layer {
  if (content === null) return { text: null, salt: null, hash: null, size: 0 }
  const text = JSON.stringify(content)
  const salt = drawSalt()
  return { text, salt, hash: sha256(salt + text), size: text.length }
}

function toAppendError(thrown: unknown): unknown {
  const kept = 'Nothing of this step was stored, so nothing of it runs.'
  const error = withDiskTrouble(thrown, kept)
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  return new AppError('store.unavailable', 'The database refused to store an event.', { kept, cause: error, advice: 'Restart Gatehouse; the turn goes on from what is stored.' })
}
