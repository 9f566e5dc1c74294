import type { TurnItem } from '../../../shared/contract.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'

/** Must not throw. */
export type Emit = (item: TurnItem) => void

/** Who looks at live turns, and the text of the step that is being streamed (D10). Nothing here is stored. */
export interface TurnWatchers {
  /** Sends the stored events that are asked for, then `synced`, then the draft if there is one, then what happens. Returns the way to end it. */
  readonly watch: (turnId: TurnId, stored: { readonly after: readonly SeatedEvent[]; /** Of the last one stored. */ readonly seq: number }, emit: Emit) => () => void
  /** Told once whatever was started with them is on its way, or with `tell`; always before anything else that is told. */
  readonly events: (turnId: TurnId, seated: readonly SeatedEvent[]) => void
  /** Whatever isn't told yet. */
  readonly tell: () => void
  readonly text: (turnId: TurnId, step: number, piece: string) => void
  readonly status: (turnId: TurnId, callId: CallId | null, text: string) => void
  readonly draftOf: (turnId: TurnId) => string
  /** The step's text is stored, or gone: the draft ends. */
  readonly endDraft: (turnId: TurnId) => void
}

interface Draft { readonly step: number; pieces: string[]; sent: number; timer: NodeJS.Timeout | null; unsent: string[] }

/** One frame of a display: pieces that arrive within it leave together. */
const FRAME_MS = 16

/** @param redact takes secrets out of passing words */
export function createTurnWatchers(redact: (text: string) => string): TurnWatchers {
  const watchers = new Map<TurnId, Set<Emit>>()
  const drafts = new Map<TurnId, Draft>()
  let untold: { readonly turnId: TurnId; readonly item: TurnItem }[] = []
  const tell = (): void => {
    const all = untold
    untold = []
    for (const { turnId, item } of all) for (const emit of watchers.get(turnId) ?? []) emit(item)
  }
  const emitAll = (turnId: TurnId, item: TurnItem): void => {
    untold.push({ turnId, item })
    tell()
  }

  const flush = (turnId: TurnId, draft: Draft): void => {
    if (draft.timer !== null) clearTimeout(draft.timer)
    draft.timer = null
    if (draft.unsent.length === 0) return
    const text = draft.unsent.join('')
    draft.unsent = []
    emitAll(turnId, { kind: 'delta', step: draft.step, offset: draft.sent, text })
    draft.sent += text.length
  }

  return {
    watch: (turnId, stored, emit) => {
      tell()
      const draft = drafts.get(turnId)
      if (draft !== undefined) flush(turnId, draft)
      for (const seated of stored.after) emit({ kind: 'event', seated })
      emit({ kind: 'synced', seq: stored.seq })
      if (draft !== undefined) emit({ kind: 'draft', step: draft.step, text: draft.pieces.join('') })
      const emits = watchers.get(turnId) ?? new Set()
      watchers.set(turnId, emits.add(emit))
      return () => {
        emits.delete(emit)
        if (emits.size === 0 && watchers.get(turnId) === emits) watchers.delete(turnId)
      }
    },
    events: (turnId, seated) => {
      const draft = drafts.get(turnId)
      if (draft !== undefined) flush(turnId, draft)
      if (untold.length === 0) setImmediate(tell)
      for (const event of seated) untold.push({ turnId, item: { kind: 'event', seated: event } })
    },
    tell,
    text: (turnId, step, piece) => {
      const draft = drafts.get(turnId) ?? { step, pieces: [], sent: 0, timer: null, unsent: [] }
      drafts.set(turnId, draft)
      draft.pieces.push(piece)
      draft.unsent.push(piece)
      draft.timer ??= setTimeout(() => { flush(turnId, draft) }, FRAME_MS)
    },
    status: (turnId, callId, text) => { emitAll(turnId, { kind: 'status', callId, text: redact(text) }) },
    draftOf: (turnId) => drafts.get(turnId)?.pieces.join('') ?? '',
    endDraft: (turnId) => {
      const draft = drafts.get(turnId)
      if (draft?.timer !== null && draft?.timer !== undefined) clearTimeout(draft.timer)
      drafts.delete(turnId)
    },
  }
}
