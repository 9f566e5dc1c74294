import type { TurnLimit } from '../../../shared/policy.ts'
import type { TurnLimits } from '../../../shared/role.ts'
import { DEFAULT_LIMITS } from '../../../shared/role.ts'
import { hasOpenWrite, lastStepOf, openCompaction, openStep, stepOf, type CallState, type CallStateOf, type StepState, type TurnState } from '../../../shared/turn-state.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/turn-event.ts'
import { MAX_COMPACTIONS } from './compact.ts'

export type Startable = CallStateOf<'cleared' | 'approved' | 'unknown'>

export type NextStep =
  | { readonly do: 'gate'; readonly call: CallStateOf<'called'> }
  | { readonly do: 'start'; readonly calls: readonly Startable[] }
  | { readonly do: 'close'; readonly call: CallStateOf<'refused' | 'unknown'> }
  /** It may have run; what became of it is the person's to say. */
  | { readonly do: 'ask-outcome'; readonly call: CallStateOf<'unknown'> }
  | { readonly do: 'call-model'; readonly step: number; readonly withTools: boolean }
  /** The service said that the chat is too long. */
  | { readonly do: 'compact' }
  /** Something is under way; its end is a message to the mailbox. */
  | { readonly do: 'wait' }
  /** A branch was stopped: whatever is under way is cut off, and it ends. */
  | { readonly do: 'stop-branch' }
  /** A cap is in the way; whoever counts says when to look again. */
  | { readonly do: 'pause' }
  /** Nothing can go on before a person answers. */
  | { readonly do: 'park' }
  /** Whatever is open is closed with it. */
  | { readonly do: 'end'; readonly outcome: TurnOutcome; readonly limit: TurnLimit | null; readonly message: string | null }
  | { readonly do: 'rest' }

/** A turn that crashed this often takes the process with it; it ends instead of trying again. */
export const MAX_RESUMES = 3

export const limitsOf = (state: TurnState): TurnLimits => state.started?.meta?.limits ?? DEFAULT_LIMITS

/**
 * What must happen now. Pure: a fresh turn, one whose process died and one that was just answered differ only in their
 * state. @param activeMs how long the turn has worked until now, parked time left out
 * @param deferred calls that were found to ask while another question is open; they wait until it is answered
 */
export function nextStep(state: TurnState, activeMs: number, deferred: ReadonlySet<CallId> = new Set()): NextStep {
  if (state.started === null || state.ended !== null) return { do: 'rest' }
  if (openStep(state) !== null || openCompaction(state) !== null) return { do: 'wait' }
  if (state.resumes >= MAX_RESUMES) return end('failed', null, 'Gatehouse stopped three times while this turn ran, so the turn was ended.')
  if (state.blocked !== null) return { do: 'stop-branch' }
  if (state.paused !== null) return { do: 'pause' }
  return nextForCalls(state, deferred) ?? nextForTurn(state, activeMs)
}

function nextForCalls(state: TurnState, deferred: ReadonlySet<CallId>): NextStep | null {
  const calls = [...state.calls.values()]
  const closing = calls.find((call) => call.status === 'refused' || (call.status === 'unknown' && isClosing(state, call)))
  if (closing?.status === 'refused' || closing?.status === 'unknown') return { do: 'close', call: closing }
  const asking = state.parked === null ? calls.find((call) => call.status === 'unknown' && !isRead(call) && call.settled === null) : undefined
  if (asking?.status === 'unknown') return { do: 'ask-outcome', call: asking }
  const called = calls.find((call) => call.status === 'called' && (state.parked === null || (isPlainRead(state, call) && !deferred.has(call.call.callId))))
  if (called?.status === 'called') return { do: 'gate', call: called }
  const startable = startableCalls(calls)
  if (startable.length > 0) return { do: 'start', calls: startable }
  if (calls.some((call) => call.status === 'running' || call.status === 'joined')) return { do: 'wait' }
  return state.parked === null ? null : { do: 'park' }
}

/** Reads start at once and run side by side; anything else one by one, in the model's order. */
function startableCalls(calls: readonly CallState[]): readonly Startable[] {
  const ready = calls.filter((call): call is Startable => call.status === 'cleared' || call.status === 'approved' || (call.status === 'unknown' && (isRead(call) || (call.question === null && call.settled?.answer === 'run-again'))))
  const firstOther = ready.find((call) => !isRead(call))
  // What follows may build on what may have run: it waits until that is known.
  const busy = calls.some((call) => (call.status === 'running' || call.status === 'joined' || (call.status === 'unknown' && call !== firstOther)) && !isRead(call))
  return ready.filter((call) => isRead(call) || (call === firstOther && !busy))
}

/** A call from code has a caller that waits for its one result, and an unattended turn nobody to ask: both are told that it is unknown. */
export const asksOutcome = (state: TurnState, call: CallState): boolean => !isRead(call) && call.call.author !== 'code' && state.started?.turnKind === 'person'

function isClosing(state: TurnState, call: CallStateOf<'unknown'>): boolean {
  if (isRead(call) || call.question !== null) return false
  return call.settled === null ? !asksOutcome(state, call) : call.settled.answer !== 'run-again'
}

function nextForTurn(state: TurnState, activeMs: number): NextStep {
  const limits = limitsOf(state)
  const last = state.steps.at(-1)
  const ended = last === undefined ? null : endAfter(state, last, limits)
  if (ended !== null) return ended
  if (state.steps.length >= limits.steps) return end('out-of-limits', 'steps', null)
  if (activeMs >= limits.seconds * 1000) return end('out-of-limits', 'seconds', null)
  return { do: 'call-model', step: lastStepOf(state) + 1, withTools: state.steps.length + 1 < limits.steps && state.calls.size < limits.calls }
}

/** Null: the model speaks again. */
function endAfter(state: TurnState, last: StepState, limits: TurnLimits): NextStep | null {
  const { ended } = last
  if (ended === null || ended.how === 'crashed') return null
  if (hadNoRoom(last)) return afterNoRoom(state, last, limits)
  if (ended.how === 'failed') return end('failed', null, ended.body?.message ?? null)
  if (ended.how === 'stopped') return end('stopped', null, null)
  const called = [...state.calls.values()].some(({ call }) => call.step === last.step)
  switch (ended.stopReason) {
    case 'pause_turn': return null
    case 'tool_use':
    case 'max_tokens':
      if (called) return null
      return ended.stopReason === 'tool_use' ? finish(state, limits) : end('completed', null, 'The answer was cut at the model’s output limit.')
    case 'end_turn':
    case 'stop_sequence': return called ? null : finish(state, limits)
    case 'refusal': return end('refused', null, 'The model refused to answer.')
    case 'model_context_window_exceeded': return afterNoRoom(state, last, limits)
    case null: return end('failed', null, `The model stopped for a reason Gatehouse doesn't know (${ended.meta?.detail ?? 'unnamed'}).`)
  }
}

/** The request was refused as too long, or the answer filled what was left. */
const hadNoRoom = ({ ended }: StepState): boolean => ended?.stopReason === 'model_context_window_exceeded' || (ended?.how === 'failed' && ended.meta?.detail === 'model.too-long')

const NO_ROOM = 'The chat no longer fits the model’s context window'
const NO_ROOM_ADVICE = 'Start a new chat, or choose a model with a larger window.'
/** Nothing older is left that a summary could stand for. */
export const NOTHING_TO_COMPACT = `${NO_ROOM}, and nothing older is left to summarise. ${NO_ROOM_ADVICE}`

/** Earlier messages are summarised once for each such step, and the model speaks again; what a crash cut is tried again. */
function afterNoRoom(state: TurnState, last: StepState, limits: TurnLimits): NextStep | null {
  const tried = state.compactions.filter(({ afterStep }) => afterStep === last.step).map(({ ended }) => ended)
  if (tried.some((ended) => ended?.kind === 'context.compacted')) return null
  const failed = tried.find((ended) => ended?.kind === 'compaction.failed' && ended.how !== 'crashed')
  if (failed?.kind === 'compaction.failed') return end('failed', null, `${NO_ROOM}, and the earlier messages couldn’t be summarised. ${failed.body?.message ?? ''} ${NO_ROOM_ADVICE}`.replace('  ', ' '))
  if (state.steps.length >= limits.steps || state.compactions.length >= MAX_COMPACTIONS) return end('failed', null, `${NO_ROOM}. ${NO_ROOM_ADVICE}`)
  return { do: 'compact' }
}

/** The last word of a turn that ran into a limit says so; it isn't a completed turn. */
function finish(state: TurnState, limits: TurnLimits): NextStep {
  if (state.steps.length >= limits.steps && state.steps.length > 1 && usedTools(state)) return end('out-of-limits', 'steps', null)
  if (state.calls.size >= limits.calls) return end('out-of-limits', 'calls', null)
  return end('completed', null, null)
}

const usedTools = (state: TurnState): boolean => [...state.calls.values()].some(({ call }) => call.step === lastStepOf(state) - 1)

const end = (outcome: TurnOutcome, limit: TurnLimit | null, message: string | null): NextStep => ({ do: 'end', outcome, limit, message })

/** What it was when it was made and when it was judged: a call that became more than a read is treated as what it became, and so is one whose code began to change something. */
export function isRead(call: CallState): boolean {
  if (hasOpenWrite(call)) return false
  if (call.call.meta?.tool?.toolClass !== 'read') return false
  return call.status === 'called' || call.decision === null || call.decision.meta === null || call.decision.meta.toolClass === 'read'
}

/** A read that isn't known to ask: only such a one is judged while a question is open, since a turn asks one at a time. */
function isPlainRead(state: TurnState, called: CallState): boolean {
  const tool = called.call.meta?.tool ?? null
  if (tool === null || tool.toolClass !== 'read' || tool.alwaysAsks) return false
  return !(tool.egress && stepOf(state, called.call.step)?.tainted === true)
}
