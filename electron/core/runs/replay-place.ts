import type { CallId, Digest } from '../../../shared/ids.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { ReplayChange } from '../../../shared/replay.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { activeMsAt, type CallState, type TurnState } from '../../../shared/turn-state.ts'
import type { OfferedTool, TurnEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { decideGate, type GateFacts } from '../gate/gate.ts'
import { nextStep, type NextStep } from '../turn/next-step.ts'

/** What a run is compared with: the catalog, the roles and the settings of this moment. */
export interface ReplaySources {
  readonly sha256: (text: string) => Digest
  /** Null: it is no longer kept. */
  readonly readText: (stored: StoredText) => string | null
  /** What a step would be offered after this state. */
  readonly offer: (state: TurnState, withTools: boolean) => readonly OfferedTool[]
  /** What would be sent for a step that was announced, as JSON. */
  readonly request: (state: TurnState, started: TurnEventOf<'step.started'>, maxTokens: number) => string
  readonly tool: (identity: ToolIdentity) => { readonly pin: Digest; readonly definition: string } | null
  readonly toolByName: (name: string) => ToolIdentity | null
  /** The text of a definition that a person accepted; null: nobody knows it any more. */
  readonly definitionOf: (identity: ToolIdentity, pin: Digest) => string | null
  readonly facts: (state: TurnState, call: CallState) => GateFacts
}

/** A recorded event, before it is folded. */
export interface Place {
  readonly state: TurnState
  readonly event: TurnEvent
  readonly seq: number
  /** What the planner asks for here. */
  readonly plan: () => NextStep
  readonly sources: ReplaySources
}

export type Difference = Pick<ReplayChange, 'what' | 'position' | 'sentence' | 'old' | 'new'>

/** A standing approval is a word that was given: what was counted then is fed back, like an answer. */
export function factsOf(sources: ReplaySources, state: TurnState, call: CallState, recorded: TurnEventOf<'gate.decided'> | null): GateFacts {
  const facts = sources.facts(state, call)
  const reason = recorded?.body?.reason
  return { ...facts, standing: reason?.kind === 'standing-approval' ? reason.id : null }
}

/** Without its arguments a call can't be judged. */
export const isJudgeable = ({ call }: CallState): boolean => call.body !== null && call.meta !== null

/** As the driver plans: a call that asks while another question is open waits, and the next one is looked at. */
export function planAt(sources: ReplaySources, state: TurnState, at: number): NextStep {
  const deferred = new Set<CallId>()
  for (;;) {
    const next = nextStep(state, activeMsAt(state, at), deferred)
    if (next.do !== 'gate' || state.parked === null) return next
    if (isJudgeable(next.call) && decideGate(factsOf(sources, state, next.call, null)).verdict !== 'ask') return next
    deferred.add(next.call.call.callId)
  }
}

/** What a planner asks for, for a person. */
export function sayNext(next: NextStep): string {
  switch (next.do) {
    case 'gate': return `the gate would judge the call at ${next.call.call.position}`
    case 'start': return `it would start ${next.calls.map(({ call }) => `the call at ${call.position}`).join(' and ')}`
    case 'close': return `the call at ${next.call.call.position} would end`
    case 'ask-outcome': return `you would be asked what became of the call at ${next.call.call.position}`
    case 'call-model': return `the model would be asked for step ${next.step}${next.withTools ? '' : ', without tools'}`
    case 'compact': return 'earlier messages would be summarised'
    case 'stop-branch': return 'the branch would be stopped'
    case 'wait': return 'it would wait for something that is under way'
    case 'pause': return 'it would stay paused'
    case 'park': return 'it would wait for an answer'
    case 'end': return `the run would end: ${next.outcome}${next.limit === null ? '' : ` (${next.limit})`}${next.message === null ? '' : `. ${next.message}`}`
    case 'rest': return 'nothing would happen any more'
  }
}
