import { randomBytes } from 'node:crypto'
import { AppError, toWireError } from '../../../shared/errors.ts'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import { mergeTaint, type TaintSource } from '../../../shared/taint.ts'
import { emptyTurn, type TurnState } from '../../../shared/turn-state.ts'
import type { MessagePart, TurnEventOf } from '../../../shared/turn-event.ts'
import { keepsTexts } from '../../../shared/capture.ts'
import type { CaptureLevel, Role } from '../../../shared/role.ts'
import { explainOutsider, type MessageAuthor } from '../../../shared/message-author.ts'
import type { DelegatedBy, Narrowed, RetryOf } from '../../../shared/run-origin.ts'
import type { Appended } from '../store/journal.ts'
import type { ContextTaint } from './chain.ts'
import type { HaltReason } from './halt.ts'
import type { BranchStart } from './start-branch.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import type { AnswerRequest, EditRequest, OutcomeRequest } from './mailbox-message.ts'
import { recoverTurn } from './recover.ts'
import type { TurnPorts } from './turn-ports.ts'

export interface TurnRequest {
  readonly chatId: ChatId
  readonly parentTurnId: TurnId | null
  readonly role: Role
  readonly model: string
  readonly message: readonly TurnPart[]
  /** What the input brings along from outside, beside what the message says of itself: the turn starts tainted by it. */
  readonly taint?: readonly TaintSource[]
  /** Of a branch: where it comes from and what it changes. */
  readonly branch?: BranchStart
  readonly retryOf?: RetryOf
  /** Started by a call, under the id that the call was stored with. */
  readonly delegatedBy?: DelegatedBy & { readonly as: TurnId }
  /** What it may have at most, whatever its role says by then. */
  readonly narrowed?: Narrowed | undefined
  /** Somebody is told that it was taken once it is stored, so it waits until the disk has it. */
  readonly durable?: boolean
  /** Called in the transaction that stores the start: what it writes is stored with it or not at all. */
  readonly stored?: (turnId: TurnId) => void
  /** Called right before the turn is stored, which may be a while after it was asked for. @throws AppError when it is no longer wanted */
  readonly check: () => void
}

/** A part of a message. `by`: whose words it is, where the person didn't put it there. */
export interface TurnPart { readonly origin: MessagePart['origin']; readonly text: string; readonly fileName?: string | undefined; readonly vouched: boolean; readonly by?: MessageAuthor | undefined }

const CLEAN: ContextTaint = { tainted: false, taint: [] }

/** All turns that live in this process. */
export interface Turns {
  /**
   * Stores the message as a new turn and sets it going. A parent that waits for an answer is closed first.
   * @throws AppError `turn.busy` while the parent still works, `input.*`, `store.*`
   */
  readonly start: (request: TurnRequest) => Promise<TurnId>
  /** Resolves when the turn's journal is closed; at once when it had ended. */
  readonly stop: (turnId: TurnId, why?: Extract<HaltReason, 'stopped' | 'newer-run'>) => Promise<void>
  readonly answer: (request: AnswerRequest) => Promise<AnswerReceipt>
  readonly edit: (request: EditRequest) => Promise<AnswerReceipt>
  /** Says what became of a call that may have run. */
  readonly settleCall: (request: OutcomeRequest) => Promise<AnswerReceipt>
  /** The turn as it is now, with what isn't stored yet left out. @throws AppError when its journal can't be read */
  readonly state: (turnId: TurnId) => TurnState
  /** Takes over what an earlier process left open. Turns that can't be read now are returned, not touched. */
  readonly recover: (turnIds: readonly TurnId[]) => readonly TurnId[]
  /** There may be room for a turn that waits for some. */
  readonly wake: (turnId: TurnId) => void
  readonly drain: () => Promise<void>
}

export function createTurns(ports: TurnPorts): Turns {
  const live = new Map<TurnId, Mailbox>()
  let draining = false
  const { clock, ids, chain, journal } = ports

  const open = (turnId: TurnId, state: TurnState): Mailbox => {
    const mailbox: Mailbox = createMailbox(turnId, ports, state, () => { if (live.get(turnId) === mailbox) live.delete(turnId) })
    live.set(turnId, mailbox)
    if (draining) void mailbox.drain()
    return mailbox
  }
  /** @param options.drive false for whoever only closes the turn: nothing of it may start first */
  const find = (turnId: TurnId, options = { drive: true }): Mailbox | null => {
    const known = live.get(turnId)
    if (known !== undefined) return known
    const state = chain.load(turnId)
    if (state.started === null) throw new AppError('input.not-found', 'That turn does not exist.')
    return state.ended === null ? takeOver(turnId, state, options) : null
  }
  const takeOver = (turnId: TurnId, state: TurnState, { drive }: { readonly drive: boolean }): Mailbox => {
    const events = recoverTurn(state, clock.now(), ids.boot, ids.after)
    const appended = events.length === 0 ? null : journal.append(state, events, { durable: false })
    const mailbox = open(turnId, appended?.state ?? state)
    if (appended !== null) announce(appended)
    if (drive && isOrphan(state)) void mailbox.halt('stopped')
    else if (drive) mailbox.drive()
    return mailbox
  }
  /** The call that started it was closed, and the process died before it was told. */
  const isOrphan = ({ started }: TurnState): boolean => {
    const by = started?.delegatedBy
    if (by === undefined) return false
    const parent = live.get(by.turnId)?.state ?? chain.load(by.turnId)
    return parent.ended !== null || parent.calls.get(by.callId)?.status !== 'joined'
  }

  /** What is stored has happened; whoever fails to hear of it can't keep the turn from going on. */
  const announce = ({ state, seated }: Appended): void => {
    try {
      ports.watchers.events(state.turnId, seated)
      ports.announce(state, seated)
      ports.show(state, seated)
    } catch (error) {
      ports.watchers.status(state.turnId, null, toWireError(error).message)
    }
  }

  return {
    start: async (request) => {
      if (draining) throw new AppError('turn.ended', 'Gatehouse is closing.', { kept: 'Your message is still in the box.', advice: 'Send it after the next start.' })
      if (request.parentTurnId !== null) await settleParent(request.parentTurnId)
      const context = request.parentTurnId === null ? CLEAN : chain.contextTaint(request.parentTurnId)
      const turnId = request.delegatedBy?.as ?? ids.newTurnId()
      const started = turnStarted(request, turnId, joinContext(context, request.branch), clock.now(), ports.captureLevel(request.role.capture))
      request.check()
      const appended = journal.append(emptyTurn(turnId), [started, ...(request.branch?.firstStep?.(turnId, started) ?? [])], { durable: request.durable ?? false, alongside: () => { request.stored?.(turnId) } })
      const mailbox = open(turnId, appended.state)
      announce(appended)
      mailbox.drive()
      return turnId
    },
    stop: async (turnId, why = 'stopped') => { await find(turnId, { drive: false })?.halt(why) },
    answer: async (request) => (find(request.key.turnId) ?? ended(request.key.turnId)).answer(request),
    edit: async (request) => (find(request.key.turnId) ?? ended(request.key.turnId)).edit(request),
    settleCall: async (request) => (find(request.key.turnId) ?? ended(request.key.turnId)).settleCall(request),
    state: (turnId) => live.get(turnId)?.state ?? chain.load(turnId),
    recover: (turnIds) => turnIds.filter((turnId) => {
      try {
        find(turnId)
        return false
      } catch (error) {
        if (error instanceof AppError && (error.code.startsWith('store.') || error.code === 'input.not-found')) return true
        throw error
      }
    }),
    wake: (turnId) => { live.get(turnId)?.drive() },
    drain: async () => {
      draining = true
      await Promise.all([...live.values()].map((mailbox) => mailbox.drain()))
    },
  }

  /** Late answers to a turn that ended are told who was first by a mailbox that never drives. */
  function ended(turnId: TurnId): Mailbox {
    return createMailbox(turnId, ports, chain.load(turnId), () => undefined)
  }

  async function settleParent(parentTurnId: TurnId): Promise<void> {
    const mailbox = find(parentTurnId)
    if (mailbox !== null && mailbox.state.ended === null) {
      if (mailbox.state.parked === null && mailbox.state.paused === null) throw new AppError('turn.busy', 'The answer before this message is still being written.', { kept: 'Your message is still in the box.', advice: 'Wait for it to end, or stop it first.' })
      await mailbox.halt('superseded')
    }
  }
}

/** A branch has read what the steps that it takes over had read. */
const joinContext = (context: ContextTaint, branch: BranchStart | undefined): ContextTaint =>
  branch === undefined ? context : { tainted: context.tainted || branch.taint.tainted, taint: mergeTaint(context.taint, branch.taint.taint) }

/** What came from outside with the message taints, unless the person vouched for it; what they typed is theirs. */
function turnStarted(request: TurnRequest, turnId: TurnId, context: ContextTaint, at: number, capture: CaptureLevel): TurnEventOf<'turn.started'> {
  const message = request.message.map(asVouched)
  const attached = message.filter((part) => !part.vouched && part.origin !== 'typed').map((part): TaintSource => ({
    kind: part.fileName === undefined && part.origin !== 'dropped' ? 'message' : 'attachment', turnId, callId: null, connectorId: null, tool: null, label: labelOf(part), at,
  }))
  const brought = [...attached, ...(request.taint ?? [])]
  return {
    kind: 'turn.started', version: 1, at, chatId: request.chatId, parentTurnId: request.parentTurnId, role: request.role.id, turnKind: request.role.kind,
    capture, tainted: context.tainted || brought.length > 0, ...(request.branch === undefined ? {} : { branch: request.branch.header }), ...comesFrom(request),
    meta: { model: request.model, limits: request.role.limits, ...(request.branch === undefined ? {} : { branch: request.branch.meta }), ...(request.narrowed === undefined ? {} : { narrowed: request.narrowed }) },
    body: {
      message: message.map(({ origin, text, vouched, fileName, by }) => ({ origin, text: inlineText(text.toWellFormed()), vouched, ...(fileName === undefined ? {} : { fileName }), ...(by === undefined ? {} : { by }) })),
      taint: [...mergeTaint(context.taint, brought)],
      ...(keepsTexts(capture) ? {} : { callSalt: randomBytes(16).toString('hex') }),
      ...(request.branch === undefined ? {} : { branch: request.branch.body }),
    },
  }
}

const comesFrom = ({ retryOf, delegatedBy }: TurnRequest): Pick<TurnEventOf<'turn.started'>, 'retryOf' | 'delegatedBy'> =>
  ({ ...(retryOf === undefined ? {} : { retryOf }), ...(delegatedBy === undefined ? {} : { delegatedBy: { turnId: delegatedBy.turnId, callId: delegatedBy.callId } }) })

/** Nobody's word makes text from a link the person's own: whoever made the link chose it. */
const asVouched = (part: TurnPart): TurnPart => (part.origin === 'linked' || part.origin === 'webhook' ? { ...part, vouched: false } : part)

const labelOf = ({ by, origin, fileName }: TurnPart): string =>
  (by !== undefined ? explainOutsider({ origin, by }) : fileName !== undefined ? `the file ${fileName}` : ORIGINS[origin]).slice(0, 300).toWellFormed()

const ORIGINS: Readonly<Record<TurnPart['origin'], string>> = {
  typed: 'what was typed', pasted: 'text that was pasted', dropped: 'something that was dropped', linked: 'text that came with a link', job: 'what a job says', webhook: 'text that came by a webhook', delegated: 'what another run handed on',
}
