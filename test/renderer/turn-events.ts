import { CallId, ChatId, ConnectorId, Digest, TurnId } from '../../shared/ids.ts'
import { DEFAULT_LIMITS } from '../../shared/role.ts'
import type { StoredText } from '../../shared/stored-text.ts'
import type { SeatedEvent, StepBlock, TurnEvent, TurnEventOf } from '../../shared/turn-event.ts'
import type { TurnNode } from '../../shared/run-record.ts'
import { NO_USAGE } from '../../shared/usage.ts'

/* Literal events and rows for tests of what the window makes of them. */

export const turn = (id: string): TurnId => TurnId.parse(`turn_${id}`)
export const call = (id: string): CallId => CallId.parse(`call_${id}`)
export const chat = ChatId.parse('chat_1')
export const digest = (digit: string): Digest => Digest.parse(digit.repeat(64))

export const turnStarted = (text: string): TurnEventOf<'turn.started'> => ({
  kind: 'turn.started', version: 1, at: 1000, chatId: chat, parentTurnId: null, role: 'person', turnKind: 'person', capture: 'full', tainted: false,
  meta: { model: 'practice', limits: DEFAULT_LIMITS }, body: { message: [{ origin: 'typed', text: { text }, vouched: true }], taint: [] },
})

export const stepStarted = (step: number): TurnEventOf<'step.started'> =>
  ({ kind: 'step.started', version: 1, at: 1000 + step, step, tainted: false, meta: { model: 'practice', offered: [], reservedTokens: 0 }, body: { taint: [] } })

export const textBlock = (text: StoredText): StepBlock => ({ type: 'text', text })

export const stepEnded = (step: number, blocks: readonly StepBlock[], how: TurnEventOf<'step.ended'>['how'] = 'complete'): TurnEventOf<'step.ended'> => ({
  kind: 'step.ended', version: 1, at: 2000 + step, step, how, stopReason: how === 'complete' ? 'end_turn' : null,
  meta: { usage: NO_USAGE, detail: null }, body: { blocks: [...blocks], message: null },
})

export const toolCalled = (callId: CallId, step: number, position: string, author: 'model' | 'person' = 'model'): TurnEventOf<'tool.called'> => ({
  kind: 'tool.called', version: 1, at: 1500, callId, step, position, author, replaces: null,
  meta: {
    name: 'tasks__add_task', digest: digest('a'), malformed: null, idempotencyKey: 'key',
    tool: { connectorId: ConnectorId.parse('tasks'), tool: 'add_task', title: 'Add a task', connectorLabel: 'Tasks', toolClass: 'write', provenance: 'built-in', untrusted: false, egress: false, alwaysAsks: false, pin: digest('b') },
  },
  body: { arguments: { text: '{"title":"milk"}' }, raw: null },
})

/** @param question the seq that the first of these gets */
export const askedAndRejected = (callId: CallId, question: number): readonly TurnEvent[] => [
  { kind: 'gate.decided', version: 1, at: 2500, callId, verdict: 'ask', meta: { reason: 'matrix', toolClass: 'write', expiresAt: null }, body: null },
  { kind: 'approval.answered', version: 1, at: 2600, callId, question, answer: 'rejected', by: 'person', meta: { digest: digest('a'), client: null, standing: null }, body: null },
]

export const turnEnded = (): TurnEventOf<'turn.ended'> =>
  ({ kind: 'turn.ended', version: 1, at: 9000, outcome: 'completed', meta: { limit: null, errorCode: null }, body: { message: null } })

/** Gives each event its place, counting from `first`. */
export const seatAll = (turnId: TurnId, events: readonly TurnEvent[], first = 1): readonly SeatedEvent[] =>
  events.map((event, index) => ({ turnId, seq: first + index, event }))

export const node = (id: string, parent: string | null, startedAt: number, tainted = false): TurnNode => ({
  turnId: turn(id), chatId: chat, parentTurnId: parent === null ? null : turn(parent), startedAt, endedAt: startedAt + 1, status: 'completed', tainted,
  model: 'practice', steps: 1, calls: 0, usage: NO_USAGE, preview: id,
})
