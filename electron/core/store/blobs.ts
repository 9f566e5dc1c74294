import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { BranchBody } from '../../../shared/branch.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Digest, TurnId } from '../../../shared/ids.ts'
import { INLINE_LIMIT, PREVIEW_LENGTH, type StoredText as Text } from '../../../shared/stored-text.ts'
import type { ResultImage } from '../../../shared/result-image.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { sha256 } from './sha256.ts'

export interface Blobs {
  /** The event with every long text moved to the blob table and referred to by digest. */
  readonly putAside: (turnId: TurnId, event: TurnEvent) => TurnEvent
  /** @throws AppError `input.not-found` when it was erased, `store.corrupt` when it isn't what was stored */
  readonly readText: (stored: Text) => string
  readonly read: (digest: Digest) => string
  /** Forgets what only this turn used. */
  readonly release: (turnId: TurnId) => void
}

export function createBlobs(database: Database.Database): Blobs {
  const insert = database.prepare('INSERT INTO blobs (digest, content, size) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const insertUse = database.prepare('INSERT INTO blob_uses (digest, turn_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const select = database.prepare('SELECT content FROM blobs WHERE digest = ?').pluck()
  const releaseUses = database.prepare('DELETE FROM blob_uses WHERE turn_id = ?')
  const selectUnused = database.prepare('SELECT digest FROM blob_uses AS mine WHERE turn_id = ? AND NOT EXISTS (SELECT 1 FROM blob_uses AS other WHERE other.digest = mine.digest AND other.turn_id <> mine.turn_id)').pluck()
  const remove = database.prepare('DELETE FROM blobs WHERE digest = ?')

  const keep = (turnId: TurnId, stored: Text): Text => {
    if (!('text' in stored) || stored.text.length <= INLINE_LIMIT) return stored
    // What a database can't hold as it is, it would give back changed.
    const text = stored.text.toWellFormed()
    const digest = sha256(text)
    insert.run(digest, text, text.length)
    insertUse.run(digest, turnId)
    return { blob: digest, size: text.length, preview: text.slice(0, PREVIEW_LENGTH).toWellFormed() }
  }
  const read = (digest: Digest): string => {
    const content = z.string().safeParse(select.get(digest))
    if (!content.success) throw new AppError('input.not-found', 'This content is no longer kept.', { kept: 'That it existed, when, and what became of it.' })
    if (sha256(content.data) !== digest) throw new AppError('store.corrupt', 'A long text is not the one that was stored.', { kept: 'The stored bytes are untouched.' })
    return content.data
  }
  return {
    putAside: (turnId, event) => mapTexts(event, (stored) => keep(turnId, stored)),
    readText: (stored) => ('text' in stored ? stored.text : read(stored.blob)),
    read,
    release: (turnId) => {
      const unused = selectUnused.all(turnId)
      releaseUses.run(turnId)
      for (const digest of unused) remove.run(digest)
    },
  }
}

/** Which texts of an event may be long. */
function mapTexts(event: TurnEvent, map: (stored: Text) => Text): TurnEvent {
  if (event.body === null) return event
  switch (event.kind) {
    case 'turn.started':
      return { ...event, body: { ...event.body, message: event.body.message.map((part) => ({ ...part, text: map(part.text) })), ...mapBranch(event.body.branch, map) } }
    case 'step.started':
      return event.body.request === undefined ? event : { ...event, body: { ...event.body, request: map(event.body.request) } }
    case 'step.ended':
      return { ...event, body: { ...event.body, blocks: event.body.blocks.map((block) => {
        switch (block.type) {
          case 'text': return { ...block, text: map(block.text) }
          case 'thinking': return { ...block, thinking: map(block.thinking) }
          case 'redacted-thinking': return { ...block, data: map(block.data) }
          case 'call': return block
        }
      }) } }
    case 'tool.called':
      return { ...event, body: { arguments: map(event.body.arguments), raw: event.body.raw === null ? null : map(event.body.raw) } }
    case 'tool.ended':
      return { ...event, body: { ...event.body, content: map(event.body.content), whole: event.body.whole === null ? null : map(event.body.whole), ...mapImages(event.body.images, map) } }
    case 'effect.ended':
      return { ...event, body: { ...event.body, value: map(event.body.value) } }
    case 'context.compacted':
      return { ...event, body: { ...event.body, summary: map(event.body.summary) } }
    case 'outcome.settled':
      return { ...event, body: { result: event.body.result === null ? null : map(event.body.result) } }
    case 'compaction.started': case 'compaction.failed':
    case 'turn.resumed': case 'turn.paused': case 'turn.unpaused': case 'gate.decided': case 'approval.answered': case 'approval.voided':
    case 'tool.started': case 'effect.started': case 'branch.blocked': case 'tool.interrupted': case 'outcome.asked': case 'turn.ended':
      return event
  }
}

type Branch = z.infer<typeof BranchBody>
const mapBranch = (branch: Branch | undefined, map: (stored: Text) => Text): { branch?: Branch } =>
  branch === undefined ? {} : { branch: { system: branch.system === null ? null : map(branch.system), results: branch.results.map((result) => ({ ...result, content: map(result.content) })), ...(branch.descriptions === undefined ? {} : { descriptions: branch.descriptions.map((one) => ({ ...one, text: map(one.text) })) }) } }

const mapImages = (images: readonly ResultImage[] | undefined, map: (stored: Text) => Text): { images?: ResultImage[] } =>
  images === undefined ? {} : { images: images.map((image) => ({ ...image, data: map(image.data), original: image.original === null ? null : map(image.original) })) }
