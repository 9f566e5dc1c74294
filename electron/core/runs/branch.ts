import type { BlockReason, BranchMode, TightenedClass } from '../../../shared/branch.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import type { Provenance, ToolClass, ToolIdentity } from '../../../shared/policy.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { CallState, CallStateOf, EffectState, TurnState } from '../../../shared/turn-state.ts'
import type { CallCause, TurnEvent } from '../../../shared/turn-event.ts'
import { isStricter } from '../gate/gate.ts'

/** The turn as it was when its step `fromStep` was about to start: all that a branch from there takes over. */
export function prefixOf(turnId: TurnId, events: readonly TurnEvent[], fromStep: number): TurnState {
  const end = events.findIndex((event) => (event.kind === 'step.started' && event.step >= fromStep) || event.kind === 'turn.ended')
  return foldTurn(turnId, end === -1 ? events : events.slice(0, end))
}

export interface ChangedResult { readonly callId: CallId; readonly content: StoredText }

/** With other results in the place of those that some calls gave. What they were tainted by stays: the new ones may quote the old. */
export function withResults(state: TurnState, results: readonly ChangedResult[]): TurnState {
  const calls = new Map(state.calls)
  for (const { callId, content } of results) {
    const call = calls.get(callId)
    if (call?.status !== 'done' || call.ended.body === null) continue
    const { images: _images, ...body } = call.ended.body
    calls.set(callId, { ...call, ended: { ...call.ended, outcome: 'ok', cause: 'ran', body: { ...body, content, whole: null } } })
  }
  return { ...state, calls }
}

/** The class that counts in this turn: the tool's own, or the stricter one that a branch was made with. */
export function classIn(state: Pick<TurnState, 'started'>, identity: ToolIdentity, own: ToolClass): ToolClass {
  const changed = (state.started?.meta?.branch?.classes ?? []).find((one: TightenedClass) => one.connectorId === identity.connectorId && one.tool === identity.tool)
  return changed !== undefined && isStricter(changed.toolClass, own) ? changed.toolClass : own
}

/** These say that the turn was over, and nothing of what the call would have given. */
const NEVER_MADE: ReadonlySet<CallCause> = new Set(['stopped', 'superseded', 'blocked'])

export type OriginalCall =
  | { readonly kind: 'same'; readonly call: CallState }
  /** It may be the same call, and what would tell, or what it gave, is no longer kept. */
  | { readonly kind: 'not-kept' }

export interface CallAsked {
  readonly position: string
  readonly identity: ToolIdentity
  /** Of the call's arguments, as the original's would be made: with its pin and its salt. */
  readonly digestAs: (original: CallState) => string | null
}

/**
 * The call that the original made at the same place, with the same tool and the same arguments, however it ended. Null: something else, or nothing.
 * @param origin the run that made the steps in question
 */
export function findOriginal(origin: TurnState, asked: CallAsked): OriginalCall | null {
  const call = [...origin.calls.values()].find((one) => one.call.position === asked.position)
  if (call === undefined) return null
  const { meta } = call.call
  if (meta === null) return { kind: 'not-kept' }
  if (meta.tool === null || meta.tool.connectorId !== asked.identity.connectorId || meta.tool.tool !== asked.identity.tool) return null
  const digest = asked.digestAs(call)
  if (digest === null) return { kind: 'not-kept' }
  return digest === meta.digest ? { kind: 'same', call } : null
}

/** What the original's call recorded under this id. */
export const findOriginalEffect = (call: CallState, effectId: string): EffectState['ended'] => {
  const ended = ('effects' in call ? call.effects.get(effectId)?.ended : null) ?? null
  return ended !== null && ended.outcome === 'error' && ended.effect !== 'write' ? null : ended
}

export interface BranchCall {
  readonly mode: BranchMode
  /** It stands in a step that a person let go on live, and was made by the branch that stopped there. */
  readonly isTakenOver: boolean
  /** What counts today, after tightening. */
  readonly toolClass: ToolClass
  readonly provenance: Provenance
  readonly original: OriginalCall | null
}

export type BranchRule =
  /** Like any call: the gate decides. */
  | { readonly do: 'judge' }
  | { readonly do: 'take'; readonly call: CallStateOf<'done'> }
  /** Where the gate would deny it, it is denied; otherwise the branch stops. Nothing is ever made up. */
  | { readonly do: 'block'; readonly reason: BlockReason }

/** Of calls that don't read, a branch takes what is recorded of them, or stops. A live one decides so only for what was recorded before it was let go on. */
export function ruleFor({ mode, isTakenOver, toolClass, provenance, original }: BranchCall): BranchRule {
  if (toolClass === 'read' || (mode === 'live' && !isTakenOver)) return { do: 'judge' }
  const recorded = original?.kind === 'same' && original.call.status === 'done' && !NEVER_MADE.has(original.call.ended.cause) ? original.call : null
  if (recorded !== null && recorded.ended.body !== null) return { do: 'take', call: recorded }
  if (mode === 'live') return { do: 'judge' }
  return { do: 'block', reason: recorded !== null || original?.kind === 'not-kept' ? 'effect' : provenance === 'unset' ? 'unmarked' : 'write' }
}

/** What a case run has to be given for this to run in it: by the model's own call, or from a tool's code. */
export const allowTokenOf = (author: 'model' | 'person' | 'code', name: string): string => `${author === 'code' ? 'step' : 'tool'}:${name}`

export const isAllowed = (state: Pick<TurnState, 'started'>, token: string): boolean => state.started?.meta?.branch?.allowed?.includes(token) === true

const WHY: Readonly<Record<BlockReason, string>> = {
  write: 'it changes something, and the original made no such call there',
  unmarked: 'nobody said what it does, so it counts as changing something, and the original made no such call there',
  step: 'this step changes something, and the original has no record of it',
  effect: 'the original did it, and what it gave is not kept',
}

/** Why a branch stopped, for the person. */
export const blockedSentence = (name: string, reason: BlockReason): string => `The branch stopped before ${name}: ${WHY[reason]}. Nothing ran.`
export const PARENT_MISSING = 'The run that this branch came from was deleted, so the branch can’t go on. What it did is kept above.'
