import { AppError } from '../../../shared/errors.ts'
import type { AnswerReceipt, MessageInput } from '../../../shared/contract.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import { mergeTaint, type TaintSource } from '../../../shared/taint.ts'
import { emptyTurn, type TurnState } from '../../../shared/turn-state.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import type { Role } from '../../../shared/role.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import type { AnswerRequest, EditRequest } from './mailbox-message.ts'
import { recoverTurn } from './recover.ts'
import type { TurnPorts } from './turn-ports.ts'

export interface TurnRequest {
  readonly chatId: ChatId
  readonly parentTurnId: TurnId | null
  readonly role: Role
  readonly model: string
  readonly message: readonly MessageInput[]
}

/** All turns that live in this process. */
export interface Turns {
  /**
   * Stores the message as a new turn and sets it going. A parent that waits for an answer is closed first.
   * @throws AppError `turn.busy` while the parent still works, `input.*`, `store.*`
   */
  readonly start: (request: TurnRequest) => Promise<TurnId>
  /** Resolves when the turn's journal is closed; at once when it had ended. */
  readonly stop: (turnId: TurnId) => Promise<void>
  readonly answer: (request: AnswerRequest) => Promise<AnswerReceipt>
  readonly edit: (request: EditRequest) => Promise<AnswerReceipt>
  /** The turn as it is now, with what isn't stored yet left out. @throws AppError when its journal can't be read */
  readonly state: (turnId: TurnId) => TurnState
  /** Takes over what an earlier process left open. Turns that can't be read are returned, not touched. */
  readonly recover: (turnIds: readonly TurnId[]) => readonly TurnId[]
  readonly drain: () => Promise<void>
}

export function createTurns(ports: TurnPorts): Turns {
  const live = new Map<TurnId, Mailbox>()
  const { clock, ids, chain, journal } = ports

  const open = (turnId: TurnId, state: TurnState): Mailbox => {
    const mailbox: Mailbox = createMailbox(turnId, ports, state, () => { if (live.get(turnId) === mailbox) live.delete(turnId) })
    live.set(turnId, mailbox)
    return mailbox
  }
  const find = (turnId: TurnId): Mailbox | null => {
    const known = live.get(turnId)
    if (known !== undefined) return known
    const state = chain.load(turnId)
    if (state.started === null) throw new AppError('input.not-found', 'That turn does not exist.')
    return state.ended === null ? takeOver(turnId, state) : null
  }
  const takeOver = (turnId: TurnId, state: TurnState): Mailbox => {
    const events = recoverTurn(state, clock.now(), ids.boot)
    const appended = events.length === 0 ? null : journal.append(state, events, { durable: false })
    if (appended !== null) ports.announce(appended.state, appended.seated)
    const mailbox = open(turnId, appended?.state ?? state)
    mailbox.drive()
    return mailbox
  }

  return {
    start: async (request) => {
      const parent = request.parentTurnId === null ? null : await settleParent(request.parentTurnId)
      const turnId = ids.newTurnId()
      const started = turnStarted(request, turnId, parent, clock.now())
      const { state, seated } = journal.append(emptyTurn(turnId), [started], { durable: false })
      ports.announce(state, seated)
      open(turnId, state).drive()
      return turnId
    },
    stop: async (turnId) => { await find(turnId)?.halt('stopped') },
    answer: async (request) => (find(request.key.turnId) ?? ended(request.key.turnId)).answer(request),
    edit: async (request) => (find(request.key.turnId) ?? ended(request.key.turnId)).edit(request),
    state: (turnId) => live.get(turnId)?.state ?? chain.load(turnId),
    recover: (turnIds) => turnIds.filter((turnId) => {
      try {
        find(turnId)
        return false
      } catch (error) {
        if (error instanceof AppError && (error.code === 'store.corrupt' || error.code === 'store.newer' || error.code === 'input.not-found')) return true
        throw error
      }
    }),
    drain: async () => { await Promise.all([...live.values()].map((mailbox) => mailbox.drain())) },
  }

  /** Late answers to a turn that ended are told who was first by a mailbox that never drives. */
  function ended(turnId: TurnId): Mailbox {
    return createMailbox(turnId, ports, chain.load(turnId), () => undefined)
  }

  async function settleParent(parentTurnId: TurnId): Promise<TurnState> {
    const mailbox = find(parentTurnId)
    if (mailbox !== null && mailbox.state.ended === null) {
      if (mailbox.state.parked === null) throw new AppError('turn.busy', 'The answer before this message is still being written.', { kept: 'Your message is still in the box.', advice: 'Wait for it to end, or stop it first.' })
      await mailbox.halt('superseded')
    }
    return chain.load(parentTurnId)
  }
}

/** What came from outside with the message taints; what the person typed or pasted is theirs. */
function turnStarted(request: TurnRequest, turnId: TurnId, parent: TurnState | null, at: number): TurnEvent {
  const attached = request.message.filter((part) => !part.vouched && (part.origin === 'dropped' || part.origin === 'linked')).map((part): TaintSource => ({
    kind: part.origin === 'dropped' ? 'attachment' : 'message', turnId, callId: null, connectorId: null, tool: null,
    label: part.fileName === undefined ? 'text that came with a link' : `the file ${part.fileName}`.slice(0, 300), at,
  }))
  const taint = mergeTaint(parent?.taint ?? [], attached)
  return {
    kind: 'turn.started', version: 1, at, chatId: request.chatId, parentTurnId: request.parentTurnId, role: request.role.id, turnKind: request.role.kind,
    capture: request.role.capture, tainted: (parent?.tainted ?? false) || attached.length > 0,
    meta: { model: request.model, limits: request.role.limits },
    body: {
      message: request.message.map(({ origin, text, vouched, fileName }) => ({ origin, text: inlineText(text.toWellFormed()), vouched, ...(fileName === undefined ? {} : { fileName }) })),
      taint: [...taint],
    },
  }
}
