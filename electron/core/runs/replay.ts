import { applyEvent } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { canonicalJson, isJsonObject } from '../../../shared/json.ts'
import type { RunCheck } from '../../../shared/replay.ts'
import { emptyTurn, type TurnState } from '../../../shared/turn-state.ts'
import type { OfferedTool, TurnEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { recoverTurn } from '../turn/recover.ts'
import { checkCalled, checkDecided, checkEnded, checkStarted, checkVoided, otherStep } from './replay-call.ts'
import { planAt, type Difference, type Place, type ReplaySources } from './replay-place.ts'
import { findRequestChange } from './request-change.ts'

/**
 * Feeds recorded events back, one by one: what came from outside (a message, a model's answer, a result, a person's word, a
 * crash) is taken as it was; what the code made of it is worked out again, by the planner, the gate and the fold of today,
 * and compared. Stops at the first difference. Yields after each event, so that whoever drives it can do something else.
 * @param events those that can be read, in order
 */
export function* replayRun(turnId: TurnId, events: readonly TurnEvent[], sources: ReplaySources): Generator<undefined, RunCheck> {
  let state = emptyTurn(turnId)
  let recovery: readonly TurnEvent[] = []
  const counted = (): { events: number; steps: number; calls: number; leftOut: string[] } => ({ events: state.seq, steps: state.steps.length, calls: state.calls.size, leftOut: leftOutOf(events.slice(0, state.seq)) })
  for (const [index, event] of events.entries()) {
    const at = event.kind === 'turn.ended' ? event.at : state.lastAt
    const now = state
    const place: Place = { state: now, event, seq: index + 1, plan: () => planAt(sources, now, at), sources }
    if (recovery.length === 0 && isRecovery(event)) recovery = recoverTurn(state, event.at, '', resumedAfter(events.slice(index)))
    const difference = isRecovery(event) ? checkRecovery(place, recovery[0]) : check(place)
    if (difference !== null) return { state: 'changed', change: { code: 'replay_input_changed', seq: place.seq, ...difference, old: bounded(difference.old), new: bounded(difference.new) }, ...counted() }
    recovery = isRecovery(event) ? recovery.slice(1) : []
    state = applyEvent(state, event)
    yield
  }
  return { state: 'agrees', ...counted() }
}

/** Null: the same would be sent, or it came from outside. */
function check(place: Place): Difference | null {
  const { event } = place
  switch (event.kind) {
    case 'step.started': return checkStep(place, event)
    case 'tool.called': return checkCalled(place, event)
    case 'gate.decided': return checkDecided(place, event)
    case 'tool.started': return checkStarted(place, event)
    case 'approval.voided': return checkVoided(place, event)
    case 'tool.ended': return checkEnded(place, event)
    case 'outcome.asked': return expectPlan(place, ['ask-outcome', 'start'], 'you were asked what became of a call')
    case 'compaction.started': return expectPlan(place, ['call-model', 'compact'], 'a summary was asked for')
    case 'turn.unpaused': return expectPlan(place, ['pause'], 'it went on after a pause')
    case 'turn.ended': return checkEnd(place, event)
    case 'turn.started': case 'turn.resumed': case 'step.ended': case 'approval.answered': case 'effect.started': case 'effect.ended': case 'branch.blocked': case 'tool.interrupted': case 'outcome.settled':
    case 'context.compacted': case 'compaction.failed': case 'turn.paused':
      return null
  }
}

const expectPlan = (place: Place, may: readonly string[], recorded: string): Difference | null => (may.includes(place.plan().do) ? null : otherStep(place, recorded, null))

/** Whether a model would be asked now, with the same tools and the same words. */
function checkStep(place: Place, event: TurnEventOf<'step.started'>): Difference | null {
  const { state, sources } = place
  const next = place.plan()
  if (next.do !== 'call-model' || next.step !== event.step) return otherStep(place, `the model was asked for step ${event.step}`, null)
  if (event.meta === null) return null
  const offer = checkOffer(event.step, event.meta.offered, sources.offer(state, next.withTools))
  if (offer !== null) return offer
  const request = event.body?.request === undefined ? null : sources.readText(event.body.request)
  if (request === null) return null
  const change = findRequestChange(request, sources.request(state, event, maxTokensOf(request)))
  return change === null ? null : { what: 'request', position: null, sentence: `Step ${event.step} would be sent with something else: ${change.part}.`, old: change.old, new: change.new }
}

function checkOffer(step: number, then: readonly OfferedTool[], today: readonly OfferedTool[]): Difference | null {
  const [old, now] = [then.map(sayTool), today.map(sayTool)]
  if (canonicalJson(old) === canonicalJson(now)) return null
  const [before, after] = [new Set(old), new Set(now)]
  const gone = old.filter((tool) => !after.has(tool)).length
  const fresh = now.filter((tool) => !before.has(tool)).length
  const what = gone === 0 && fresh === 0 ? 'in another order' : [...(gone === 0 ? [] : [`without ${gone} of them`]), ...(fresh === 0 ? [] : [`with ${fresh} that it was not offered`])].join(' and ')
  return { what: 'tools', position: null, sentence: `Step ${step} was offered ${then.length} ${then.length === 1 ? 'tool' : 'tools'}; today it would be offered them ${what}.`, old: old.join('\n'), new: now.join('\n') }
}

const sayTool = ({ name, connectorId, tool }: OfferedTool): string => `${name} (${connectorId}: ${tool})`

/** What was cut off from outside ended as it ended. */
function checkEnd(place: Place, event: TurnEventOf<'turn.ended'>): Difference | null {
  const { outcome, meta, body } = event
  if (outcome === 'stopped' || meta === null || meta.branch !== undefined || meta.limit === 'seconds' || meta.limit === 'money' || meta.errorCode !== null) return null
  const next = place.plan()
  if (next.do === 'compact' && outcome === 'failed') return null
  const isSame = next.do === 'end' && next.outcome === outcome && next.limit === meta.limit && (body === null || next.message === body.message)
  return isSame ? null : otherStep(place, `the run ended: ${outcome}${meta.limit === null ? '' : ` (${meta.limit})`}${body === null || body.message === null ? '' : `. ${body.message}`}`, null)
}

/** What another process does first with a turn that it takes over. */
const isRecovery = (event: TurnEvent): boolean => event.kind === 'turn.resumed' || (event.kind === 'tool.interrupted' && event.by === 'crash') || ((event.kind === 'step.ended' || event.kind === 'compaction.failed') && event.how === 'crashed')

const resumedAfter = (events: readonly TurnEvent[]): 'crash' | 'quit' => events.find((event) => event.kind === 'turn.resumed')?.after ?? 'crash'

function checkRecovery({ event }: Place, expected: TurnEvent | undefined): Difference | null {
  const about = (one: TurnEvent): string => ('callId' in one ? `${one.kind} ${one.callId}` : one.kind)
  if (expected !== undefined && about(expected) === about(event)) return null
  return { what: 'next-step', position: null, sentence: 'A process that takes this run over would do something else.', old: about(event), new: expected === undefined ? 'nothing' : about(expected) }
}

/** The room that was granted then is from outside, like the answer. */
function maxTokensOf(request: string): number {
  const parsed: unknown = JSON.parse(request)
  return isJsonObject(parsed) && typeof parsed['maxTokens'] === 'number' ? parsed['maxTokens'] : 0
}

function leftOutOf(events: readonly TurnEvent[]): string[] {
  const without = (kinds: readonly TurnEvent['kind'][]): number => events.filter((event) => kinds.includes(event.kind) && event.body === null).length
  const calls = without(['tool.called'])
  const steps = events.filter((event) => event.kind === 'step.started' && event.body?.request === undefined).length
  return [
    ...(calls === 0 ? [] : [`Arguments and results of ${calls === 1 ? 'one call' : `${calls} calls`} were not kept, so what the gate would say of ${calls === 1 ? 'it' : 'them'} could not be compared.`]),
    ...(steps === 0 ? [] : [`The words of ${steps === 1 ? 'one request' : `${steps} requests`} to the model were not kept, so they could not be compared; which tools went with ${steps === 1 ? 'it' : 'them'} was.`]),
  ]
}

const LONGEST = 20_000
const bounded = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}\n[… ${text.length - LONGEST} more characters]`)

/** Nothing was fed back. */
export const notReplayed = (sentence: string, state: TurnState | null = null): RunCheck =>
  ({ state: 'not-kept', sentence, events: state?.seq ?? 0, steps: state?.steps.length ?? 0, calls: state?.calls.size ?? 0, leftOut: [] })
