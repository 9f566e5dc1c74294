import type { CallId } from '../../../shared/ids.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { firstStepOf, lastStepOf, type CompactionState, type StepState } from '../../../shared/turn-state.ts'
import type { TurnEventOf } from '../../../shared/turn-event.ts'
import type { LiveTurn } from './live-turn.ts'

/** Why a step's text ends before its sense does. */
export type CutCause = Exclude<TurnEventOf<'step.ended'>['how'], 'complete'> | 'max_tokens' | 'model_context_window_exceeded'

/** What is drawn below the person's message, in order. A piece keeps its key from its first draft to the end. */
export type TurnPiece =
  | { readonly kind: 'text'; readonly key: string; readonly text: StoredText; readonly isDone: boolean }
  | { readonly kind: 'thinking'; readonly key: string; readonly text: StoredText }
  | { readonly kind: 'call'; readonly key: string; readonly callId: CallId }
  | { readonly kind: 'compaction'; readonly key: string; readonly compaction: CompactionState }
  | { readonly kind: 'cut'; readonly key: string; readonly cause: CutCause; readonly message: string | null }
  | { readonly kind: 'not-kept'; readonly key: string }

/** Pure. Each call of the turn appears exactly once: where the model put it, or after its step when the text around it isn't there. */
export function piecesOf(turn: LiveTurn): readonly TurnPiece[] {
  const { state, draft } = turn
  const pieces = [...compactionsAfter(turn, firstStepOf(state) - 1), ...state.steps.flatMap((step) => [...piecesOfStep(turn, step), ...compactionsAfter(turn, step.step)])]
  // The first words can be here before the event that says their step began.
  if (draft !== null && draft.step > lastStepOf(state)) pieces.push(draftPiece(draft.step, draft.text))
  return pieces
}

const compactionsAfter = ({ state }: LiveTurn, step: number): TurnPiece[] =>
  state.compactions.filter(({ afterStep }) => afterStep === step).map((compaction) => ({ kind: 'compaction', key: `compaction-${compaction.started.compaction}`, compaction }))

function piecesOfStep({ state, draft }: LiveTurn, step: StepState): TurnPiece[] {
  const pieces: TurnPiece[] = []
  const { ended } = step
  if (ended === null) {
    if (draft !== null && draft.step === step.step && draft.text !== '') pieces.push(draftPiece(step.step, draft.text))
  } else if (ended.body === null) {
    pieces.push({ kind: 'not-kept', key: `${step.step}-not-kept` })
  }
  let texts = 0
  step.blocks.forEach((block, index) => {
    if (block.type === 'text') {
      pieces.push({ kind: 'text', key: textKey(step.step, texts), text: block.text, isDone: true })
      texts += 1
    } else if (block.type === 'thinking') {
      pieces.push({ kind: 'thinking', key: `${step.step}-thinking-${index}`, text: block.thinking })
    } else if (block.type === 'call' && state.calls.has(block.callId)) {
      pieces.push({ kind: 'call', key: block.callId, callId: block.callId })
    }
  })
  const placed = new Set(pieces.map(({ key }) => key))
  for (const [callId, { call }] of state.calls) {
    if (call.step === step.step && !placed.has(callId)) pieces.push({ kind: 'call', key: callId, callId })
  }
  const cause = ended === null ? null : cutCause(ended)
  if (cause !== null && texts > 0) pieces.push({ kind: 'cut', key: `${step.step}-cut`, cause, message: ended?.body?.message ?? null })
  return pieces
}

const textKey = (step: number, index: number): string => `${step}-text-${index}`

const draftPiece = (step: number, text: string): TurnPiece => ({ kind: 'text', key: textKey(step, 0), text: { text }, isDone: false })

function cutCause(ended: TurnEventOf<'step.ended'>): CutCause | null {
  if (ended.how !== 'complete') return ended.how
  return ended.stopReason === 'max_tokens' || ended.stopReason === 'model_context_window_exceeded' ? ended.stopReason : null
}
