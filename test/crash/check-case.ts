import { foldTurn } from '../../shared/fold-turn.ts'
import type { StoredText } from '../../shared/stored-text.ts'
import type { SeatedEvent, TurnEventOf } from '../../shared/turn-event.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { MAX_RESUMES } from '../../electron/core/turn/next-step.ts'
import type { EndpointRequest } from '../fakes/messages-endpoint.ts'
import { EDITED, type Case, type Given, type Played } from './play-case.ts'
import type { Place } from './place.ts'
import { scenarioOf } from './scenarios.ts'
import type { Seen } from './witness.ts'

/** What can be wrong with a run, by what it is counted as. */
export type Fault = 'lost_answers' | 'double_effects' | 'unasked_effects' | 'invented_effects' | 'stuck_runs' | 'illegal_events' | 'broken_requests' | 'lost_tools' | 'orphans' | 'harness'
export interface Violation { readonly fault: Fault; readonly text: string }

/** Looks at a turn that ended: its journal, what the tool server's witness saw, what was answered, and what the model was sent. */
export function checkCase(place: Place, one: Case, played: Played): readonly Violation[] {
  const { events, given, killed } = played
  let state: TurnState
  try {
    state = foldTurn(played.turnId, events.map(({ event }) => event))
  } catch (error) {
    return [{ fault: 'illegal_events', text: error instanceof Error ? error.message : 'unreadable' }]
  }
  const seen = place.witness.seen()
  return [
    ...played.problems.map((text): Violation => ({ fault: faultOf(text), text })),
    ...checkEnd(state, one, killed),
    ...checkAnswers(events, given),
    ...checkEffects(state, seen, given),
    ...checkTools(state),
    ...checkRequests(place.endpoint.requests.slice(played.firstRequest), state),
    ...one.points.slice(killed.length).filter((point) => point.at !== 'time' && point.at !== 'receipt').map(({ boundary }): Violation => ({ fault: 'harness', text: `the kill never came: ${boundary}; ${tellEvents(events)}` })),
  ]
}

function faultOf(problem: string): Fault {
  if (problem.startsWith('illegal')) return 'illegal_events'
  if (problem.startsWith('an answer')) return 'lost_answers'
  return problem.startsWith('orphan') ? 'orphans' : 'harness'
}

/** It completes, unless it crashed three times; and it was taken over no more often than it was killed. */
function checkEnd(state: TurnState, one: Case, killed: readonly string[]): readonly Violation[] {
  const stuck = (text: string): Violation => ({ fault: 'stuck_runs', text })
  const { ended, resumes } = state
  if (ended === null) return [stuck('it has no end')]
  // The branch rule ends it, at a write that its original didn't make.
  const isBranch = scenarioOf(one.scenario).branchOf !== undefined
  const last = isBranch || resumes >= MAX_RESUMES ? 'failed' : 'completed'
  return [
    ...(isBranch && resumes < MAX_RESUMES && one.capture !== 'none' && ended.meta?.branch?.reason !== 'write' ? [stuck(`a branch ended at ${ended.meta?.branch?.reason ?? 'nothing'}`)] : []),
    ...(ended.outcome === last ? [] : [stuck(`it ended as ${ended.outcome} after ${resumes} crashes: ${ended.body?.message ?? ''}`)]),
    ...(resumes <= killed.length ? [] : [stuck(`${resumes} crashes are told of ${killed.length}`)]),
    ...(one.capture === 'none' && ended.body !== null ? [{ fault: 'illegal_events', text: 'a turn that keeps no texts has kept one' } satisfies Violation] : []),
  ]
}

type PersonsWord = TurnEventOf<'approval.answered'> | TurnEventOf<'outcome.settled'>

/** What was accepted is in the journal as it was given, and nothing is in it that nobody said. */
function checkAnswers(events: readonly SeatedEvent[], given: readonly Given[]): readonly Violation[] {
  const words = events.flatMap(({ event }): PersonsWord[] => ((event.kind === 'approval.answered' || event.kind === 'outcome.settled') && event.by === 'person' ? [event] : []))
  const found = (entry: Given): PersonsWord | undefined => words.find(({ callId, question }) => callId === entry.question.callId && question === entry.question.question)
  const lost = given.filter((entry) => entry.receipt !== 'none' && found(entry)?.answer !== recorded(entry)).map(({ question, answer, receipt }): Violation => ({ fault: 'lost_answers', text: `${answer} to ${question.tool} was ${receipt} and is not in the journal as such` }))
  // A person who edits a call approves what they wrote.
  const authored = events.filter(({ event }) => event.kind === 'tool.called' && event.author === 'person').length
  const extra = words.filter((word) => !given.some((entry) => found(entry) === word)).length - authored
  return [...lost, ...(extra > 0 ? [{ fault: 'lost_answers', text: `${extra} answers are in the journal that nobody gave` } satisfies Violation] : [])]
}

function recorded({ answer }: Given): string {
  switch (answer) {
    case 'approve': return 'approved'
    case 'edit': case 'reject': case 'reject-following': return 'rejected'
    case 'check': case 'happened': case 'run-again': case 'skip': return answer
  }
}

const READS: ReadonlySet<string> = new Set(['look', 'page'])
/** These never run without a person's word. */
const ASKING: ReadonlySet<string> = new Set(['wipe', 'swing'])

function checkEffects(state: TurnState, seen: readonly Seen[], given: readonly Given[]): readonly Violation[] {
  const did = seen.filter(({ what }) => what === 'did')
  const byKey = Map.groupBy(did.filter(({ tool }) => !READS.has(tool)), ({ key }) => key)
  const again = (key: string): number => given.filter(({ question: { asks }, answer }) => answer === 'run-again' && asks.kind === 'outcome' && asks.idempotencyKey === key).length
  const doubled = [...byKey].filter(([key, effects]) => effects.length > 1 + again(key)).map(([key, effects]): Violation => ({ fault: 'double_effects', text: `${effects[0]?.tool} ${effects[0]?.name} took effect ${effects.length} times; run again was said ${again(key)} times` }))
  const approved = new Set(given.flatMap(({ question: { arguments: text }, answer }) => (answer === 'approve' ? [nameIn(text)] : answer === 'edit' ? [`${EDITED}${nameIn(text)}`] : [])))
  const unasked = did.filter(({ tool, name }) => ASKING.has(tool) && !approved.has(name)).map(({ tool, name }): Violation => ({ fault: 'unasked_effects', text: `${tool} ${name} ran and nobody approved it` }))
  const known = new Set(did.map(({ key }) => key))
  const invented = [...state.calls.values()].filter(({ status, call }) => status === 'done' && call.meta?.tool?.connectorId !== undefined && call.meta.tool.connectorId !== 'code').flatMap((call): Violation[] => {
    if (call.status !== 'done' || call.ended.cause !== 'ran' || call.ended.outcome !== 'ok' || known.has(call.call.meta?.idempotencyKey ?? '')) return []
    return [{ fault: 'invented_effects', text: `${call.call.meta?.name} at ${call.call.position} is told to have run, and the server never did it` }]
  })
  return [...doubled, ...unasked, ...invented]
}

/** A turn that was taken over knows the tools it was begun with; one call of the scenarios names none that there is. */
const checkTools = (state: TurnState): readonly Violation[] => [...state.calls.values()].flatMap(({ call: { meta, position } }): Violation[] =>
  meta !== null && meta.tool === null && meta.name !== 'nowhere' ? [{ fault: 'lost_tools', text: `${meta.name} at ${position} was no longer known` }] : [])

const nameIn = (text: StoredText): string => /"name":"([^"]*)"/.exec('text' in text ? text.text : '')?.[1] ?? ''

/** Each request was one that the API takes, and in the last one each of the model's calls has its one result, in order. */
function checkRequests(requests: readonly EndpointRequest[], state: TurnState): readonly Violation[] {
  const broken = (text: string): Violation => ({ fault: 'broken_requests', text })
  const refused = requests.flatMap(({ problem }) => (problem === null ? [] : [broken(problem)]))
  const last = requests.findLast(({ body }) => body !== null && body.tools !== undefined)?.body
  if (last === undefined || last === null) return refused
  const blocks = last.messages.flatMap(({ content }) => content)
  const uses = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
  const asked = [...state.calls.values()].filter(({ call }) => call.author === 'model' && call.step < state.steps.length).length
  return [
    ...refused,
    ...(uses.join() === results.join() && new Set(uses).size === uses.length ? [] : [broken(`the calls ${uses.join()} have the results ${results.join()}`)]),
    ...(uses.length >= asked ? [] : [broken(`${asked} calls were made and the model is told of ${uses.length}`)]),
  ]
}

/** The run in a line. */
const tellEvents = (events: readonly SeatedEvent[]): string => events.map(({ event }) => {
  switch (event.kind) {
    case 'gate.decided': return `${event.kind} ${event.verdict} ${event.meta?.reason ?? ''}${event.body?.reason === undefined ? '' : ` ${JSON.stringify(event.body.reason)}`}`
    case 'tool.ended': return `${event.kind} ${event.outcome} ${event.cause}`
    case 'step.ended': return `${event.kind} ${event.how} ${event.body?.message ?? ''}`
    default: return event.kind
  }
}).join(' > ')

/** What was asked of the model side is what the scenario has; for whoever reads a failure. */
export const describeCase = ({ scenario, points, capture, waits }: Case): string =>
  `${scenario} (${scenarioOf(scenario).steps.flat().map(({ tool }) => tool).join(' ')}), capture ${capture}${waits ? ', waiting' : ''}: ${points.map((point) => `${point.boundary}${'nth' in point ? ` #${point.nth}` : ''}`).join(', then ')}`
