import type { CaptureLevel } from './role.ts'
import type { TurnEventKind } from './turn-event.ts'

/** The layers of an event that stay once its turn has ended; its header always does. */
export interface KeptLayers { readonly meta: boolean; readonly body: boolean }

const ALL: KeptLayers = { meta: true, body: true }
const NAMES: KeptLayers = { meta: true, body: false }
const HEADER: KeptLayers = { meta: false, body: false }

/** By the rule of the layers: names, classes, sizes and usage are meta; arguments, results, texts and what quotes them are body. */
const BY_LAYER: Readonly<Record<CaptureLevel, KeptLayers>> = { none: HEADER, metadata: NAMES, io: ALL, full: ALL }

/**
 * What stays of each kind of event at each level. A layer stays whole or goes whole: its hash in the header is over all
 * of it, so what was cut out of one could no longer be told from what somebody changed. A new kind has to be put here.
 */
const KEPT: Readonly<Record<TurnEventKind, Readonly<Record<CaptureLevel, KeptLayers>>>> = {
  'turn.started': BY_LAYER,
  'turn.resumed': BY_LAYER,
  'turn.paused': BY_LAYER,
  'turn.unpaused': BY_LAYER,
  // At `full` its body holds the request; below that the request is never recorded.
  'step.started': BY_LAYER,
  'step.ended': BY_LAYER,
  'tool.called': BY_LAYER,
  'gate.decided': BY_LAYER,
  'approval.answered': BY_LAYER,
  'approval.voided': BY_LAYER,
  'tool.started': BY_LAYER,
  'effect.started': BY_LAYER,
  'effect.ended': BY_LAYER,
  'branch.blocked': BY_LAYER,
  'tool.interrupted': BY_LAYER,
  'outcome.asked': BY_LAYER,
  'outcome.settled': BY_LAYER,
  'tool.ended': BY_LAYER,
  'compaction.started': BY_LAYER,
  'context.compacted': BY_LAYER,
  'compaction.failed': BY_LAYER,
  'turn.ended': BY_LAYER,
}

export const keptLayers = (kind: TurnEventKind, level: CaptureLevel): KeptLayers => KEPT[kind][level]

/** Texts may be shown, searched and sent again after the turn. */
export const keepsTexts = (level: CaptureLevel): boolean => level === 'io' || level === 'full'

/** Names, classes and usage may be listed after the turn. */
export const keepsNames = (level: CaptureLevel): boolean => level !== 'none'

export const keepsRequests = (level: CaptureLevel): boolean => level === 'full'

/** Stands where a text of an ended turn was. */
export const explainNotKept = (level: CaptureLevel): string =>
  keepsTexts(level) ? 'This text is no longer kept.' : `This text was not kept (capture level ${level}).`
