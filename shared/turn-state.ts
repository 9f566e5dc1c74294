import type { CallId, Digest, TurnId } from './ids.ts'
import type { ApprovalOutcome, StepBlock, TurnEventOf, TurnOutcome } from './turn-event.ts'
import type { TaintSource } from './taint.ts'
import type { Usage } from './usage.ts'

export type Called = TurnEventOf<'tool.called'>
export type Decided = TurnEventOf<'gate.decided'>
export type Answered = TurnEventOf<'approval.answered'>
export type Ended = TurnEventOf<'tool.ended'>
export type Settled = TurnEventOf<'outcome.settled'>

/** A piece of a call's code that is done once. */
export interface EffectState {
  readonly started: TurnEventOf<'effect.started'> | null
  /** The attempt of the call in which it was last begun. */
  readonly callAttempt: number
  /** Null: begun, and nobody knows yet what came of it. */
  readonly ended: TurnEventOf<'effect.ended'> | null
}
export type Effects = ReadonlyMap<string, EffectState>

/**
 * What a call is, with exactly what exists in that state.
 *   called → cleared | parked | refused → (parked) approved | refused → running → done
 *                                                          running → unknown → running (a read, or on a person's word) | done
 * A call that changes something and is unknown asks what became of it, and is settled by the answer. One that starts a run is `joined`
 * from its start on, until that run has ended: the turn waits for it and its clock stands still.
 * `voided` answers lead back to called.
 */
export type CallState =
  | { readonly status: 'called'; readonly call: Called }
  | { readonly status: 'cleared'; readonly call: Called; readonly decision: Decided }
  | { readonly status: 'parked'; readonly call: Called; readonly decision: Decided; readonly question: number }
  | { readonly status: 'approved'; readonly call: Called; readonly decision: Decided; readonly answer: Answered }
  | { readonly status: 'refused'; readonly call: Called; readonly decision: Decided; readonly answer: Answered | null }
  | { readonly status: 'running'; readonly call: Called; readonly decision: Decided; readonly answer: Answered | null; readonly attempt: number; readonly startedAt: number; readonly settled: Settled | null; readonly effects: Effects }
  | { readonly status: 'unknown'; readonly call: Called; readonly decision: Decided; readonly answer: Answered | null; readonly attempt: number; readonly by: TurnEventOf<'tool.interrupted'>['by']; readonly interruptedAt: number; /** The seq of the open asking. */ readonly question: number | null; readonly settled: Settled | null; readonly effects: Effects }
  | { readonly status: 'joined'; readonly call: Called; readonly decision: Decided; readonly answer: Answered | null; readonly attempt: number; readonly startedAt: number; readonly childTurnId: TurnId }
  | { readonly status: 'done'; readonly call: Called; readonly decision: Decided | null; readonly answer: Answered | null; readonly ended: Ended; readonly attempts: number; readonly settled: Settled | null; readonly effects: Effects; /** The run that it had started. */ readonly childTurnId: TurnId | null }

export type CallStateOf<S extends CallState['status']> = Extract<CallState, { status: S }>

export interface StepState {
  readonly step: number
  readonly startedAt: number
  readonly tainted: boolean
  /** What the request of this step held; its calls are judged by it (D4). */
  readonly taint: readonly TaintSource[]
  readonly started: TurnEventOf<'step.started'>
  readonly ended: TurnEventOf<'step.ended'> | null
  /** Content in the model's order; empty when it was pruned or never came. */
  readonly blocks: readonly StepBlock[]
}

/** One try at making room. */
export interface CompactionState {
  readonly started: TurnEventOf<'compaction.started'>
  /** How many steps the turn had had. */
  readonly afterStep: number
  /** Null: the model is still at it. */
  readonly ended: TurnEventOf<'context.compacted'> | TurnEventOf<'compaction.failed'> | null
}

export interface TurnState {
  readonly turnId: TurnId
  /** How many events were folded; the seq of the last one. */
  readonly seq: number
  readonly started: TurnEventOf<'turn.started'> | null
  readonly steps: readonly StepState[]
  readonly compactions: readonly CompactionState[]
  /** In emission order. */
  readonly calls: ReadonlyMap<CallId, CallState>
  /** The one call that waits for a person. */
  readonly parked: CallId | null
  /** What a branch stopped at: nothing begins after it. */
  readonly blocked: TurnEventOf<'branch.blocked'> | null
  /** A cap is in the way of going on. */
  readonly paused: TurnEventOf<'turn.paused'> | null
  /** All that has entered this context so far: what the next step's request will hold. */
  readonly tainted: boolean
  readonly taint: readonly TaintSource[]
  readonly resumes: number
  readonly usage: Usage
  /** Milliseconds the turn worked, parked time left out, up to `lastAt`. */
  readonly activeMs: number
  /** Null while parked, paused, joined or ended. */
  readonly activeSince: number | null
  readonly lastAt: number
  readonly ended: TurnEventOf<'turn.ended'> | null
}

export const emptyTurn = (turnId: TurnId): TurnState => ({
  turnId, seq: 0, started: null, steps: [], compactions: [], calls: new Map(), parked: null, blocked: null, paused: null, tainted: false, taint: [], resumes: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }, activeMs: 0, activeSince: null, lastAt: 0, ended: null,
})

/** Whether something that changes the world was begun by this attempt of the call, and has no end. */
export const hasOpenWrite = (call: CallState): boolean =>
  'effects' in call && [...call.effects.values()].some(({ started, ended, callAttempt }) => started?.effect === 'write' && ended === null && callAttempt === (call.status === 'done' ? call.attempts : call.attempt))

/** Calls that wait for the runs they started. */
export const joinedCalls = (state: TurnState): readonly CallStateOf<'joined'>[] => [...state.calls.values()].filter((call) => call.status === 'joined')

export const isClosed = (call: CallState): boolean => call.status === 'done'
export const openCalls = (state: TurnState): readonly CallState[] => [...state.calls.values()].filter((call) => !isClosed(call))
export const openStep = (state: TurnState): StepState | null => {
  const last = state.steps.at(-1)
  return last !== undefined && last.ended === null ? last : null
}
export const openCompaction = (state: TurnState): CompactionState | null => {
  const last = state.compactions.at(-1)
  return last !== undefined && last.ended === null ? last : null
}
/** The number of the turn's first step of its own; a branch goes on counting where it came from. */
export const firstStepOf = (state: TurnState): number => state.started?.branch?.fromStep ?? 1
/** The number of its last step; of a turn without any, of the one before its first. */
export const lastStepOf = (state: TurnState): number => firstStepOf(state) + state.steps.length - 1
export const stepOf = (state: TurnState, step: number): StepState | undefined => state.steps[step - firstStepOf(state)]

/** Milliseconds of work up to `now`; the clock stands still while parked, paused or joined, and after the end. */
export const activeMsAt = (state: TurnState, now: number): number =>
  state.activeMs + (state.activeSince === null ? 0 : Math.max(0, now - state.activeSince))

export type TurnStatus = 'running' | 'parked' | 'paused' | TurnOutcome
export const statusOf = (state: TurnState): TurnStatus => state.ended?.outcome ?? (state.parked !== null ? 'parked' : state.paused !== null ? 'paused' : 'running')

/** What an approval names: which call, which asking, over exactly which bytes. */
export interface QuestionKey { readonly turnId: TurnId; readonly callId: CallId; readonly question: number; readonly digest: Digest }
export type { ApprovalOutcome }
