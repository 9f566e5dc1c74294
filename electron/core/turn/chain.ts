import { AppError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import type { StepState, TurnState } from '../../../shared/turn-state.ts'
import { typedHosts } from '../gate/taint.ts'
import type { ModelMessage } from '../model/model.ts'
import type { Journal } from '../store/journal.ts'
import { prefixOf, withResults, type ChangedResult } from '../runs/branch.ts'
import { joinRoles } from './join-roles.ts'
import { lastSummary, stepMessages, summaryContent, SYSTEM_PROMPT, turnMessages, type OwnSummary } from './prompt.ts'

/** The turns before a turn, back to the chat's root: all that its model is told. */
export interface Chain {
  readonly load: (turnId: TurnId) => TurnState
  /** What a turn that follows this one starts with. A turn of which nothing is sent any more brings none; those before it still do. */
  readonly contextTaint: (turnId: TurnId) => ContextTaint
  /** The whole conversation up to and with `state`. */
  readonly messages: (state: TurnState) => readonly ModelMessage[]
  readonly context: (state: TurnState) => ChainContext
  /** The step that a branch's own one stands for, and the run that made it; null: there is none. @throws AppError `store.*` */
  readonly originalStep: (state: TurnState, step: number) => OriginalStep | null
  /** What a branch takes over: the steps of other runs before its own first one. */
  readonly takenOver: (state: TurnState) => readonly ModelMessage[]
  /** The product's own system prompt, or the one that a branch was made with. */
  readonly systemOf: (state: TurnState) => string
  /** What a branch's model is told of a tool instead of its own description; null: nothing else. */
  readonly descriptionOf: (state: TurnState, tool: ToolIdentity) => string | null
  /** Where a branch comes from is still there; true of a turn that is none. */
  readonly hasOrigin: (state: TurnState) => boolean
  /** Exact hosts that the person typed anywhere in it. */
  readonly typedHosts: (state: TurnState) => ReadonlySet<string>
}

/** A step of a run that a branch looks things up in. */
export interface OriginalStep { readonly run: TurnState; readonly step: number }

const isWhole = ({ ended }: StepState): boolean => ended === null || ended.how === 'complete'

export interface ContextTaint { readonly tainted: boolean; readonly taint: readonly TaintSource[] }

/** A turn that ended, with its own messages. */
export interface EndedTurn { readonly state: TurnState; readonly messages: readonly ModelMessage[] }

/** What is sent of the turns before a turn: the newest summary on its way to the root, and the turns after what that covers. */
export interface ChainContext {
  readonly summary: OwnSummary<TurnId> | null
  /** Oldest first. */
  readonly turns: readonly EndedTurn[]
}

interface Ended extends EndedTurn { readonly hosts: ReadonlySet<string> }

/** Ended turns never change, so what was made of them is kept; the oldest are let go. */
const KEPT_TURNS = 3000
const KEPT_BRANCHES = 20

export function createChain(journal: Journal): Chain {
  const kept = new Map<TurnId, Ended>()
  const load = (turnId: TurnId): TurnState => foldTurn(turnId, journal.read(turnId).map(({ event }) => event))
  const hostsOf = (state: TurnState): ReadonlySet<string> =>
    typedHosts((state.started?.body?.message ?? []).filter((part) => part.origin === 'typed').map((part) => journal.readText(part.text)).join('\n'))

  const loadEnded = (turnId: TurnId): Ended => {
    const known = kept.get(turnId)
    if (known !== undefined) return known
    const state = load(turnId)
    const made = { state, messages: ownMessages(state), hosts: hostsOf(state) }
    if (state.ended === null) return made
    kept.set(turnId, made)
    const oldest = kept.keys().next()
    if (kept.size > KEPT_TURNS && oldest.done !== true) kept.delete(oldest.value)
    return made
  }

  /** Of the steps of turns that still run: every call of a step is closed before the next one starts, and from then on it stays as it is. */
  const keptSteps = new WeakMap<StepState, readonly ModelMessage[]>()
  const keptMessages: typeof stepMessages = (turn, step, readText) => {
    if (step === turn.steps.at(-1)) return stepMessages(turn, step, readText)
    const known = keptSteps.get(step) ?? stepMessages(turn, step, readText)
    keptSteps.set(step, known)
    return known
  }

  const branchOf = (state: TurnState) => state.started?.branch ?? null

  /** The steps before a step of a turn, those that it took over itself with them. @param results of calls, instead of their own */
  const stepsBefore = (turnId: TurnId, step: number, results: readonly ChangedResult[], seen: ReadonlySet<TurnId>): readonly ModelMessage[] => {
    if (seen.has(turnId)) throw new AppError('store.corrupt', 'Branches of this chat refer to each other in a circle.', { kept: 'Everything stored is untouched.', advice: 'Start a new chat.' })
    const state = withResults(prefixOf(turnId, journal.read(turnId).map(({ event }) => event), step), results)
    const [said, ...steps] = turnMessages(state, journal.readText)
    const branch = branchOf(state)
    const summary = lastSummary(state, 'steps')
    // Of its message only a summary is left, where there is one: what the person said is the branch's own to say.
    if (summary !== null && said !== undefined) return [{ role: 'user', content: said.content.slice(-1) }, ...steps]
    if (branch === null) return steps
    const earlier = stepsBefore(branch.origin, Math.min(step, branch.fromStep), [...results, ...(state.started?.body?.branch?.results ?? [])], new Set([...seen, turnId]))
    return [...earlier, ...steps]
  }

  const keptTakenOver = new Map<TurnId, readonly ModelMessage[]>()
  const takenOver = (state: TurnState): readonly ModelMessage[] => {
    const branch = branchOf(state)
    if (branch === null) return []
    const known = keptTakenOver.get(state.turnId)
    if (known !== undefined) return known
    const made = stepsBefore(branch.origin, branch.fromStep, state.started?.body?.branch?.results ?? [], new Set([state.turnId]))
    keptTakenOver.set(state.turnId, made)
    const oldest = keptTakenOver.keys().next()
    if (keptTakenOver.size > KEPT_BRANCHES && oldest.done !== true) keptTakenOver.delete(oldest.value)
    return made
  }
  const ownMessages = (state: TurnState, messagesOf?: typeof stepMessages): readonly ModelMessage[] => {
    const [said, ...steps] = turnMessages(state, journal.readText, messagesOf)
    if (said === undefined || branchOf(state) === null || lastSummary(state, 'steps') !== null) return said === undefined ? [] : [said, ...steps]
    return [said, ...takenOver(state), ...steps]
  }

  /** Of a turn, those that it took over with them. A step that a crash cut was made anew under the next number, and counts once. */
  const wholeSteps = (state: TurnState): readonly OriginalStep[] => {
    const branch = branchOf(state)
    const earlier = branch === null ? [] : wholeSteps(load(branch.origin)).filter(({ step }) => step < branch.fromStep)
    return [...earlier, ...state.steps.filter(isWhole).map(({ step }) => ({ run: state, step }))]
  }

  const originalStep = (state: TurnState, step: number): OriginalStep | null => {
    const branch = branchOf(state)
    if (branch === null) return null
    const before = state.steps.filter((one) => one.step < step && isWhole(one)).length
    return wholeSteps(load(branch.origin)).filter((one) => one.step >= branch.fromStep)[before] ?? null
  }

  const ancestors = (state: TurnState): readonly Ended[] => [...backFrom(state.started?.parentTurnId ?? null, state.turnId)].reverse()

  /** From this turn to the chat's root. */
  function* backFrom(turnId: TurnId | null, after?: TurnId): Generator<Ended> {
    const seen = new Set<TurnId>(after === undefined ? [] : [after])
    for (let next = turnId; next !== null;) {
      if (seen.has(next)) throw new AppError('store.corrupt', 'The turns of this chat refer to each other in a circle.', { kept: 'Everything stored is untouched.', advice: 'Start a new chat.' })
      seen.add(next)
      const ended = loadEnded(next)
      yield ended
      next = ended.state.started?.parentTurnId ?? null
    }
  }

  const contextTaint = (turnId: TurnId): ContextTaint => {
    for (const { state, messages } of backFrom(turnId)) if (messages.some(({ content }) => content.length > 0)) return { tainted: state.tainted, taint: state.taint }
    return { tainted: false, taint: [] }
  }

  const context = (state: TurnState): ChainContext => {
    let summary = lastSummary(state, 'turns')
    const turns: Ended[] = []
    for (const ended of backFrom(state.started?.parentTurnId ?? null, state.turnId)) {
      if (ended.state.turnId === summary?.through) break
      turns.push(ended)
      summary ??= lastSummary(ended.state, 'turns')
    }
    return { summary, turns: turns.reverse() }
  }

  return {
    load,
    originalStep,
    takenOver,
    systemOf: ({ started }) => {
      const changed = started?.body?.branch?.system ?? null
      return changed === null ? SYSTEM_PROMPT : journal.readText(changed)
    },
    descriptionOf: ({ started }, { connectorId, tool }) => {
      const changed = started?.body?.branch?.descriptions?.find((one) => one.connectorId === connectorId && one.tool === tool)
      return changed === undefined ? null : journal.readText(changed.text)
    },
    hasOrigin: (state) => {
      const branch = branchOf(state)
      return branch === null || journal.hasContent(branch.origin)
    },
    contextTaint,
    context,
    messages: (state) => {
      const { summary, turns } = context(state)
      const earlier: readonly ModelMessage[] = summary === null ? [] : [{ role: 'user', content: [summaryContent('turns', journal.readText(summary.text))] }]
      return joinRoles([...earlier, ...turns.flatMap((ended) => ended.messages), ...ownMessages(state, keptMessages)])
    },
    typedHosts: (state) => new Set([...ancestors(state).flatMap((ended) => [...ended.hosts]), ...hostsOf(state)]),
  }
}
