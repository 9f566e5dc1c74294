import { AppError, toWireError } from '../../../shared/errors.ts'
import { ChatId, type TurnId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { messageAuthor, type MessageAuthor } from '../../../shared/message-author.ts'
import type { Role } from '../../../shared/role.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import { stepOf, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import type { Ledger } from '../budget/ledger.ts'
import type { FactSources } from '../gate/facts.ts'
import { coworkerOfRole } from '../roles/role-ids.ts'
import { mayHandWorkTo } from '../roles/ceiling.ts'
import type { Chats } from '../store/chats.ts'
import type { Journal } from '../store/journal.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { Delegation } from '../turn/joins.ts'
import { stopIfLive } from '../turn/stop-if-live.ts'
import type { Turns } from '../turn/turns.ts'
import { childEnd, refusedEnd } from './child-end.ts'
import { checkRun, titleOfRun, type Coworkers } from './coworkers.ts'

export interface Delegations extends Delegation {
  /** For the core's listener: runs that ended are told to whoever waits for them, and those whose call was closed are stopped. */
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
}

export interface DelegationPorts {
  readonly coworkers: Coworkers
  /** Of a run, as it may be now. */
  readonly roleOf: FactSources['roleOf']
  readonly findRole: (id: string) => Role
  readonly catalog: Pick<Catalog, 'find'>
  readonly turns: () => Pick<Turns, 'start' | 'state' | 'stop'>
  readonly chats: Pick<Chats, 'create' | 'change' | 'find'>
  readonly ledger: Pick<Ledger, 'spentByRun'>
  readonly journal: Pick<Journal, 'readText'>
  readonly now: () => number
  readonly onChat: (chatId: ChatId) => void
}

/** One chat for one run, by its id: a process that dies between the two finds the chat that it had made. */
const chatOf = (turnId: TurnId): ChatId => ChatId.parse(`chat_${turnId.slice('turn_'.length)}`)

export function createDelegations(ports: DelegationPorts): Delegations {
  const { coworkers, catalog, chats, ledger, journal } = ports
  const waiting = new Map<TurnId, (ended: TurnState) => void>()

  /** A job hands on in its own name, a coworker in its, whoever started it. */
  const handedOnBy = (parent: TurnState, above: Role): MessageAuthor => {
    if (above.kind === 'person') return messageAuthor('chat', parent.started === null ? '' : chats.find(parent.started.chatId)?.title ?? '')
    const id = coworkerOfRole(above.id)
    const told = parent.started?.body?.message.find(({ by }) => by !== undefined)?.by
    return id === null && told !== undefined ? told : messageAuthor('coworker', (id === null ? null : coworkers.find(id)?.name) ?? above.name)
  }
  const nameOf = (state: TurnState): string => ports.roleOf(state)?.name ?? 'another run'

  const begin = async (parent: TurnState, call: CallStateOf<'joined'>, args: JsonObject): Promise<void> => {
    const { meta } = call.call
    const tool = meta?.tool === null || meta === null ? null : catalog.find(meta.tool)?.tool ?? null
    const asked = tool?.delegates?.(args)
    const above = ports.roleOf(parent)
    if (asked === undefined || above === null || above.delegationDepth < 1) throw new AppError('coworker.refused', 'This run may not hand work to another one.')
    const found = coworkers.list().find(({ id }) => id === asked.to)
    if (found === undefined) throw new AppError('coworker.refused', `There is no coworker “${asked.to}”.`, { advice: 'List the coworkers and name one by its id.' })
    if (!mayHandWorkTo(above, found.id)) throw new AppError('coworker.refused', `“${above.name}” may not hand work to “${found.name}”.`)
    const turns = ports.turns()
    const { name, profile, role } = checkRun(coworkers, { turns, roleOf: ports.findRole }, found.id, ports.now())
    const { callId } = call.call
    const chatId = chatOf(call.childTurnId)
    if (chats.find(chatId) === null) {
      chats.create(chatId, ports.now())
      chats.change(chatId, { title: titleOfRun(name, asked.task) })
    }
    // What the model that wrote the task had read; code may have read more since (D4).
    const taint = call.call.author === 'code' ? parent.taint : stepOf(parent, call.call.step)?.taint ?? []
    const text = asked.context === null ? asked.task : `${asked.task}\n\n${asked.context}`
    await turns.start({
      chatId, parentTurnId: null, role, model: profile.model, taint,
      message: [{ origin: 'delegated', text, vouched: taint.length === 0, by: handedOnBy(parent, above) }],
      delegatedBy: { turnId: parent.turnId, callId, as: call.childTurnId },
      narrowed: { tools: null, delegationDepth: Math.min(above.delegationDepth - 1, role.delegationDepth) },
      check: () => { if (turns.state(parent.turnId).calls.get(callId)?.status !== 'joined') throw new AppError('turn.ended', 'The run that asked for it has ended.') },
    })
    ports.onChat(chatId)
  }

  const endOf = (ended: TurnState) => childEnd(nameOf(ended), ended, ledger.spentByRun(ended.turnId), journal.readText)

  return {
    join: async (parent, call, args) => {
      const { childTurnId } = call
      try {
        const ended = new Promise<TurnState>((resolve) => { waiting.set(childTurnId, resolve) })
        const known = ports.turns().state(childTurnId)
        if (known.ended !== null) return endOf(known)
        if (known.started === null) await begin(parent, call, args)
        // Nobody takes over what stands in a deleted chat.
        else if (chats.find(known.started.chatId) === null) await ports.turns().stop(childTurnId)
        return endOf(await ended)
      } catch (error) {
        if (error instanceof AppError && error.code === 'turn.ended') return null
        const { message, advice } = toWireError(error)
        return refusedEnd([message, advice].filter((part) => part !== undefined).join(' '))
      } finally {
        waiting.delete(childTurnId)
      }
    },
    above: (state) => {
      const runs: TurnState[] = []
      const seen = new Set<TurnId>([state.turnId])
      for (let by = state.started?.delegatedBy; by !== undefined; by = runs.at(-1)?.started?.delegatedBy) {
        if (seen.has(by.turnId)) throw new AppError('store.corrupt', 'Runs refer to each other in a circle.', { kept: 'Everything stored is untouched.' })
        seen.add(by.turnId)
        runs.push(ports.turns().state(by.turnId))
      }
      return runs
    },
    appended: (state, seated) => {
      for (const { event } of seated) {
        if (event.kind === 'turn.ended') waiting.get(state.turnId)?.(state)
        if (event.kind !== 'tool.ended' || event.cause !== 'stopped') continue
        const call = state.calls.get(event.callId)
        const child = call?.status === 'done' ? call.childTurnId : null
        // Not at once: this turn's own work comes first.
        if (child !== null) setImmediate(() => { void stopIfLive(ports.turns(), child) })
      }
    },
  }
}
