import { AppError } from '../../../shared/errors.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { parseEvent, type TurnEvent } from '../../../shared/turn-event.ts'

/** The newest version of each kind that this build knows; all kinds are at their first. */
const NEWEST_VERSION = 1

/**
 * Stored rows never change; an older version is lifted to today's shape here, when it is read.
 * @throws AppError `store.newer` for a version from later, `store.corrupt` for what never was an event
 */
export function upcastEvent(header: unknown, meta: unknown, body: unknown): TurnEvent {
  if (!isJsonObject(header)) throw new AppError('store.corrupt', 'A stored event has no header.', { kept: 'The stored bytes are untouched.' })
  if (typeof header['version'] === 'number' && header['version'] > NEWEST_VERSION) {
    throw new AppError('store.newer', 'This run has events from a newer Gatehouse.', { kept: 'Nothing was changed.', advice: 'Open it with the newer version.' })
  }
  try {
    return parseEvent({ ...header, meta, body })
  } catch (cause) {
    throw new AppError('store.corrupt', `A stored event (${typeof header['kind'] === 'string' ? header['kind'] : 'without a kind'}) doesn't have its shape.`, { kept: 'The stored bytes are untouched.', cause })
  }
}
