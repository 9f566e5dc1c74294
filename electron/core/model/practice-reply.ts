import { assertNever } from '../../../shared/assert-never.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelRequest, ModelTool } from './model.ts'
import { CALLS_A_STEP, roundsOf, type Action, type WantedCall } from './practice-action.ts'
import { deliveryIn, summariseDelivery } from './practice-delivery.ts'
import { readConversation, type Result } from './practice-conversation.ts'
import { escapeName, findHarmless, fitCall } from './practice-fit.ts'
import { writeHelp } from './practice-help.ts'
import { linkPhrase } from './practice-markdown.ts'
import type { Plan } from './practice-plan.ts'
import { describeRound, failureOf } from './practice-results.ts'
import { hasSummary, summariseTranscript } from './practice-summary.ts'

export interface PracticeCall { readonly name: string; readonly arguments: string; /** The stream ends within it. */ readonly isCut: boolean }

/** One whole answer, before it is cut into pieces. Text comes first, then the calls. */
export interface Reply {
  readonly text: string
  readonly calls: readonly PracticeCall[]
  readonly end: { readonly kind: 'stop'; readonly reason: string } | { readonly kind: 'break-off' } | { readonly kind: 'fail'; readonly error: AppError }
}

const INTRODUCTION = 'I’m the practice model: I follow fixed rules and understand no language.'

/** What the practice model answers. A function of the request alone: the same request always gets the same answer. */
export function composeReply(request: ModelRequest): Reply {
  if (request.task === 'summary') return endTurn([summariseTranscript(request.messages)])
  const delivery = deliveryIn(request.messages)
  if (delivery !== null) return endTurn([summariseDelivery(delivery)])
  const { plan, rounds, isFresh, isContinued } = readConversation(request.messages)
  if (plan === null) {
    const miss = isContinued ? 'There is nothing I could go on with.' : `${INTRODUCTION} What you wrote fits none of my rules.`
    return endTurn([`${miss} Click a phrase to put it into the message box:`, writeHelp(request.tools)])
  }
  const place = findPlace(plan, rounds.length)
  const isShort = hasSummary(request.messages)
  const last = isFresh ? rounds.at(-1) : undefined
  const said: string[] = []
  if (last !== undefined) {
    const action = findPlace(plan, rounds.length - 1).current?.action
    if (action?.kind === 'endless-calls' || action?.kind === 'many-calls') said.push(countRound(last, rounds.length))
    else {
      said.push(describeRound(last))
      if (last.some((result) => failureOf(result) !== null)) return endTurn([...said, `I stopped there.${listUndone(plan, place.rest)}`])
    }
  } else if (rounds.length > 0 && place.rest < plan.length) said.push('Going on.')
  return act(plan, place, rounds, said, isShort, request.toolChoice === 'none' ? [] : request.tools)
}

interface Place {
  /** Steps without tools of their own that are due now. */
  readonly due: readonly Action[]
  /** What comes after them, with the rounds it has had. Null: nothing is left. */
  readonly current: { readonly action: Action; readonly rounds: number } | null
  /** Where in the plan undone things begin. */
  readonly rest: number
}

/** Where a plan stands after so many rounds of results. */
function findPlace(plan: Plan, rounds: number): Place {
  let left = rounds
  const due: Action[] = []
  for (const [at, { action }] of plan.entries()) {
    const needed = roundsOf(action)
    if (needed === 0 && left === 0) due.push(action)
    else if (needed > left) return { due, current: { action, rounds: left }, rest: at }
    else left -= needed
  }
  return { due, current: null, rest: plan.length }
}

function act(plan: Plan, place: Place, rounds: readonly (readonly Result[])[], said: string[], isShort: boolean, offered: readonly ModelTool[]): Reply {
  for (const action of place.due) {
    switch (action.kind) {
      case 'say': said.push(action.text); break
      case 'help': said.push(`${INTRODUCTION} Click a phrase to put it into the message box:`, writeHelp(offered)); break
      case 'refuse': return { text: join([...said, 'I won’t answer that. (This is how a refusal looks.)']), calls: [], end: { kind: 'stop', reason: 'refusal' } }
      case 'odd-stop': return { text: join([...said, 'I’ll stop for a reason that nobody knows.']), calls: [], end: { kind: 'stop', reason: 'practice_odd_stop' } }
      case 'break-off': return { text: join([...said, 'This answer breaks off in the']), calls: [], end: { kind: 'break-off' } }
      case 'fail': return { text: join(said), calls: [], end: { kind: 'fail', error: new AppError('model.unavailable', 'The practice model failed because it was asked to.', { kept: 'Everything up to here.', advice: 'Ask it for something else.' }) } }
      case 'no-room':
        if (!isShort) return { text: join([...said, 'The chat fills my window, so this answer ends in the']), calls: [], end: { kind: 'stop', reason: 'model_context_window_exceeded' } }
        said.push('The earlier messages have been summarised, so the chat fits again.')
        break
      case 'calls': case 'many-calls': case 'endless-calls': case 'broken-arguments': case 'cut-off': break
      default: assertNever(action, 'practice action')
    }
  }
  if (place.current === null) return endTurn(said.length > 0 ? said : ['Everything you asked for last is done.'])
  if (offered.length === 0 && rounds.length > 0) return endTurn([...said, sayHowFar(plan, place, rounds)])
  return callTools(place.current, said, offered)
}

function callTools({ action, rounds }: NonNullable<Place['current']>, said: string[], offered: readonly ModelTool[]): Reply {
  switch (action.kind) {
    case 'calls': return callThese(action.calls, [...said, action.saying], said, offered)
    case 'many-calls': {
      const tool = action.tool ?? findHarmless(offered)?.name
      if (tool === undefined) return endTurn([...said, NOTHING_HARMLESS])
      const count = Math.min(CALLS_A_STEP, action.times - rounds * CALLS_A_STEP)
      const wanted: WantedCall = { tool, arguments: { kind: 'text', text: '{}' }, unoffered: false }
      return callThese(Array.from({ length: count }, () => wanted), [...said, `${count} calls, ${action.times - rounds * CALLS_A_STEP - count} to go.`], said, offered)
    }
    case 'endless-calls': {
      const tool = findHarmless(offered)
      return tool === null ? endTurn([...said, NOTHING_HARMLESS]) : useTools([...said, 'Once more.'], [{ name: tool.name, arguments: '{}', isCut: false }])
    }
    case 'broken-arguments': return withAnyTool(offered, said, (name) => useTools([...said, 'Calling with arguments that are no JSON.'], [{ name, arguments: '{"query": "unfinished', isCut: false }]))
    case 'cut-off': return withAnyTool(offered, said, (name) => ({ text: join([...said, 'I’ll run out of tokens in the middle of a call.']), calls: [{ name, arguments: '{"query":"this never ends, because the', isCut: true }], end: { kind: 'stop', reason: 'max_tokens' } }))
    case 'say': case 'help': case 'refuse': case 'odd-stop': case 'break-off': case 'fail': case 'no-room': return endTurn(said)
    default: return assertNever(action, 'practice action')
  }
}

const NOTHING_HARMLESS = 'I was given no tool in this turn that looks something up without arguments, so I can’t.'

/** All of the calls or none: what isn't offered is said, never pretended. */
function callThese(wanted: readonly WantedCall[], texts: readonly string[], said: readonly string[], offered: readonly ModelTool[]): Reply {
  const calls: PracticeCall[] = []
  const problems = new Set<string>()
  for (const one of wanted) {
    const fitted = fitCall(one, offered)
    if (fitted.ok) calls.push({ name: fitted.name, arguments: fitted.arguments, isCut: false })
    else problems.add(fitted.sentence)
  }
  return problems.size === 0 ? useTools(texts, calls) : endTurn([...said, ...problems])
}

function withAnyTool(offered: readonly ModelTool[], said: readonly string[], use: (name: string) => Reply): Reply {
  const tool = findHarmless(offered) ?? offered[0]
  return tool === undefined ? endTurn([...said, 'I was given no tool at all in this turn, so I can’t.']) : use(tool.name)
}

function countRound(results: readonly Result[], round: number): string {
  const failed = results.filter((result) => failureOf(result) !== null)
  const counted = `Step ${round}: ${results.length === 1 ? '1 call' : `${results.length} calls`} of ${escapeName(results[0]?.name ?? 'a tool')}`
  return failed.length === 0 ? `${counted}, answered.` : `${counted}, ${failed.length} without success.\n\n${describeRound(failed)}`
}

function sayHowFar(plan: Plan, place: Place, rounds: readonly (readonly Result[])[]): string {
  const results = rounds.flat()
  const failed = results.filter((result) => failureOf(result) !== null).length
  const counts = `${results.length} ${results.length === 1 ? 'call' : 'calls'} so far, ${failed === 0 ? 'all answered' : `${failed} without success`}.`
  return `I have no tools left in this step, so this is how far I got: ${counts}${listUndone(plan, place.rest)} Say ${linkPhrase('continue')} to go on.`
}

const listUndone = (plan: Plan, from: number): string =>
  from >= plan.length ? '' : ` Not done: ${plan.slice(from).map(({ text }) => linkPhrase(text)).join(', ')}.`

const join = (texts: readonly string[]): string => texts.join('\n\n')
const endTurn = (texts: readonly string[]): Reply => ({ text: join(texts), calls: [], end: { kind: 'stop', reason: 'end_turn' } })
const useTools = (texts: readonly string[], calls: readonly PracticeCall[]): Reply => ({ text: join(texts), calls, end: { kind: 'stop', reason: 'tool_use' } })
