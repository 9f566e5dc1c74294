import { AppError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { typedHosts } from '../gate/taint.ts'
import type { ModelMessage } from '../model/model.ts'
import type { Journal } from '../store/journal.ts'
import { joinRoles, turnMessages } from './prompt.ts'

/** The turns before a turn, back to the chat's root: all that its model is told. */
export interface Chain {
  readonly load: (turnId: TurnId) => TurnState
  /** The whole conversation up to and with `state`. */
  readonly messages: (state: TurnState) => readonly ModelMessage[]
  /** Exact hosts that the person typed anywhere in it. */
  readonly typedHosts: (state: TurnState) => ReadonlySet<string>
}

interface Ended { readonly state: TurnState; readonly messages: readonly ModelMessage[]; readonly hosts: ReadonlySet<string> }

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

  const ancestors = (state: TurnState): readonly Ended[] => {
    const found: Ended[] = []
    const seen = new Set<TurnId>([state.turnId])
    for (let parent = state.started?.parentTurnId ?? null; parent !== null;) {
      if (seen.has(parent)) throw new AppError('store.corrupt', 'The turns of this chat refer to each other in a circle.', { kept: 'Everything stored is untouched.', advice: 'Start a new chat.' })
      seen.add(parent)
      const ended = loadEnded(parent)
      found.push(ended)
      parent = ended.state.started?.parentTurnId ?? null
    }
    return found.reverse()
  }

  return {
    load,
    messages: (state) => joinRoles([...ancestors(state).flatMap((ended) => ended.messages), ...turnMessages(state, journal.readText)]),
    typedHosts: (state) => new Set([...ancestors(state).flatMap((ended) => [...ended.hosts]), ...hostsOf(state)]),
  }
}
