import { AppError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import type { StepState, TurnState } from '../../../shared/turn-state.ts'
import { typedHosts } from '../gate/taint.ts'
import type { ModelMessage } from '../model/model.ts'
import type { Journal } from '../store/journal.ts'
import { joinRoles, lastSummary, stepMessages, summaryContent, turnMessages, type OwnSummary } from './prompt.ts'

/** The turns before a turn, back to the chat's root: all that its model is told. */
export interface Chain {
  readonly load: (turnId: TurnId) => TurnState
  /** What a turn that follows this one starts with. A turn of which nothing is sent any more brings none; those before it still do. */
  readonly contextTaint: (turnId: TurnId) => ContextTaint
  /** The whole conversation up to and with `state`. */
  readonly messages: (state: TurnState) => readonly ModelMessage[]
  readonly context: (state: TurnState) => ChainContext
  /** Exact hosts that the person typed anywhere in it. */
  readonly typedHosts: (state: TurnState) => ReadonlySet<string>
}

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

export function createChain(journal: Journal): Chain {
  const kept = new Map<TurnId, Ended>()
  const load = (turnId: TurnId): TurnState => foldTurn(turnId, journal.read(turnId).map(({ event }) => event))
  const hostsOf = (state: TurnState): ReadonlySet<string> =>
    typedHosts((state.started?.body?.message ?? []).filter((part) => part.origin === 'typed').map((part) => journal.readText(part.text)).join('\n'))

  const loadEnded = (turnId: TurnId): Ended => {
    const known = kept.get(turnId)
    if (known !== undefined) return known
    const state = load(turnId)
    const made = { state, messages: turnMessages(state, journal.readText), hosts: hostsOf(state) }
    if (state.ended === null) return made
    kept.set(turnId, made)
    const oldest = kept.keys().next()
    if (kept.size > KEPT_TURNS && oldest.done !== true) kept.delete(oldest.value)
    return made
  }

  /** Of the steps of turns that still run: every call of a step is closed before the next one starts, and from then on it stays as it is. */
  const keptSteps = new WeakMap<StepState, readonly ModelMessage[]>()
  const keptMessages: typeof stepMessages = (turn, step, readText) => {
    if (step.step === turn.steps.length) return stepMessages(turn, step, readText)
    const known = keptSteps.get(step) ?? stepMessages(turn, step, readText)
    keptSteps.set(step, known)
    return known
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
    contextTaint,
    context,
    messages: (state) => {
      const { summary, turns } = context(state)
      const earlier: readonly ModelMessage[] = summary === null ? [] : [{ role: 'user', content: [summaryContent('turns', journal.readText(summary.text))] }]
      return joinRoles([...earlier, ...turns.flatMap((ended) => ended.messages), ...turnMessages(state, journal.readText, keptMessages)])
    },
    typedHosts: (state) => new Set([...ancestors(state).flatMap((ended) => [...ended.hosts]), ...hostsOf(state)]),
  }
}
