import { isJsonObject } from '../../../shared/json.ts'
import type { OfferedTool, TurnEvent } from '../../../shared/turn-event.ts'

/*
 * Nearly every step of a turn is offered what the step before it was, and the list is longer than all else that is stored of a
 * step. It is stored once: in place of the same list a step has a word. Whoever reads a turn's events in their order gets the
 * list back, so nobody else knows. Names go from all events of a turn at once, so a word never outlives its list.
 */

const AS_BEFORE = 'as-before'

/** Such a database isn't for a version that doesn't know the word. */
export const TOLD_ONCE_SCHEMA = '-- A step that is offered what the one before it was says so with a word.'

/** What the last step was offered; null: there was none, or nobody knows. */
export type Offer = readonly OfferedTool[] | null

export const offerAfter = (event: TurnEvent, before: Offer): Offer => (event.kind === 'step.started' ? event.meta?.offered ?? null : before)

/** What is stored of an event's meta. */
export const metaToStore = (event: TurnEvent, before: Offer): unknown =>
  event.kind === 'step.started' && event.meta !== null && before !== null && before.length > 0 && isSame(event.meta.offered, before) ? { ...event.meta, offered: AS_BEFORE } : event.meta

const isSame = (list: readonly OfferedTool[], before: readonly OfferedTool[]): boolean =>
  list === before || (list.length === before.length && list.every(({ name, connectorId, tool }, place) => before[place]?.name === name && before[place].connectorId === connectorId && before[place].tool === tool))

/** The meta of an event that was stored. A word that stands for nothing stays, and is no event's. */
export const metaFromStore = (meta: unknown, before: Offer): unknown =>
  isJsonObject(meta) && meta['offered'] === AS_BEFORE && before !== null ? { ...meta, offered: before } : meta
