import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Caller, CallOperation, Input, Item, Output, WatchOperation } from '../../shared/contract.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import type { ChatId, TurnId } from '../../shared/ids.ts'
import type { Question } from '../../shared/run-record.ts'
import type { Settings } from '../../shared/settings.ts'
import type { OutcomeAnswer, SeatedEvent } from '../../shared/turn-event.ts'
import { statusOf, type TurnState } from '../../shared/turn-state.ts'
import { createCore, type Additions, type Core } from '../../electron/core/core.ts'
import type { Clock, Host } from '../../electron/core/host.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { switchSeldomOff } from './seldom-connectors.ts'

export interface LiveCore {
  readonly core: Core
  readonly dataDirectory: string
  readonly notices: { readonly title: string; readonly text: string }[]
  call<K extends CallOperation>(operation: K, input: Input<K>): Promise<Output<K>>
  watch<K extends WatchOperation>(operation: K, input: Input<K>, emit: (item: Item<K>) => void): () => void
  /** Resolves with the first item that fits. */
  until<K extends WatchOperation>(operation: K, input: Input<K>, fits: (item: Item<K>) => boolean): Promise<Item<K>>
  newChat(): Promise<ChatId>
  /** Sends typed text after the chat's shown end. */
  say(chatId: ChatId, text: string, parent?: TurnId | null): Promise<TurnId>
  events(turnId: TurnId): Promise<readonly SeatedEvent[]>
  state(turnId: TurnId): Promise<TurnState>
  /** Resolves when the turn has ended or waits for an answer. */
  rest(turnId: TurnId): Promise<TurnState>
  ended(turnId: TurnId): Promise<TurnState>
  /** The open one; with `after`, one that was asked later than that. */
  question(turnId: TurnId, after?: Question): Promise<Question>
  /** What became of a call that may have run. */
  settle(question: Question, answer: OutcomeAnswer, result?: string): Promise<Output<'turn.settle-call'>>
  answer(question: Question, kind: 'approve' | 'reject' | 'reject-following', reason?: string): Promise<Output<'turn.answer'>>
  close(): Promise<void>
}

export interface CoreOptions {
  readonly dataDirectory?: string
  readonly clock?: Clock
  readonly settings?: Partial<Settings>
  readonly host?: Partial<Host>
  readonly additions?: Additions
  /** Of the built-in connectors that most tests have no use for; the others of those are switched off, so that a test's own tools all fit in a step. */
  readonly on?: readonly string[]
}

/** A test that fails leaves its core open; nothing of it may outlive the file. */
const open = new Set<() => Promise<void>>()
after(async () => { for (const close of open) await close() })

const CALLER: Caller = { clientId: 'test' }

/** A real core on a real data directory, asked through the contract's handlers. */
export async function startCore(options: CoreOptions = {}): Promise<LiveCore> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'gatehouse-core-'))
  const notices: { title: string; text: string }[] = []
  const clock = options.clock ?? systemClock
  const core = await createCore({ dataDirectory, shell: 'test', version: '0.0.0', clock, newId: createNewId(() => clock.now()), notify: (notice) => { notices.push(notice) }, ...options.host }, options.additions)
  const call: LiveCore['call'] = (operation, input) => invoke(core, operation, input)
  const watch: LiveCore['watch'] = (operation, input, emit) => core.handlers.watches[operation](input, emit)
  await call('settings.update', { practiceRate: 0, caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null }, ...options.settings })
  await switchSeldomOff(core.handlers, CALLER, options.on)

  const until: LiveCore['until'] = (operation, input, fits) => new Promise((resolve, reject) => {
    let found = false
    let end: (() => void) | null = null
    try {
      end = watch(operation, input, (item) => {
        if (found || !fits(item)) return
        found = true
        resolve(item)
        end?.()
      })
      if (found) end()
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
  const events = async (turnId: TurnId) => (await call('turn.read', { turnIds: [turnId] }))[0]?.events ?? []
  const state = async (turnId: TurnId) => foldTurn(turnId, (await events(turnId)).map(({ event }) => event))
  const settled = (turnId: TurnId, isSettled: (state: TurnState) => boolean) => new Promise<TurnState>((resolve) => {
    let folded = foldTurn(turnId, [])
    let end: (() => void) | null = null
    let done = false
    let synced = false
    end = watch('turn.watch', { turnId, after: 0 }, (item) => {
      if (item.kind === 'event') folded = foldTurn(turnId, [item.seated.event], folded)
      if (item.kind === 'synced') synced = true
      if (done || !synced || folded.started === null || !isSettled(folded)) return
      done = true
      resolve(folded)
      end?.()
    })
    if (done) end()
  })

  const close = async (): Promise<void> => {
    open.delete(close)
    await core.close()
    if (options.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true })
  }
  open.add(close)

  return {
    core, dataDirectory, notices, call, watch, until, events, state,
    newChat: async () => (await call('chat.create', {})).chatId,
    say: async (chatId, text, parent) => {
      const item = await until('chats.watch', {}, (candidate) => candidate.kind === 'snapshot')
      const leaf = item.kind === 'snapshot' ? item.rows.find((row) => row.chatId === chatId)?.leafTurnId ?? null : null
      return (await call('turn.start', { chatId, parentTurnId: parent === undefined ? leaf : parent, message: [{ origin: 'typed', text, vouched: true }] })).turnId
    },
    rest: (turnId) => settled(turnId, (folded) => statusOf(folded) !== 'running'),
    ended: (turnId) => settled(turnId, (folded) => folded.ended !== null),
    question: async (turnId, after) => {
      const fits = (row: Question): boolean => row.turnId === turnId && row.question > (after?.question ?? 0)
      const item = await until('questions.watch', {}, (candidate) => candidate.kind === 'snapshot' ? candidate.rows.some(fits) : candidate.kind === 'changed' && fits(candidate.row))
      const row = item.kind === 'snapshot' ? item.rows.find(fits) : item.kind === 'changed' ? item.row : undefined
      if (row === undefined) throw new Error('no question')
      return row
    },
    settle: (question, answer, result) => call('turn.settle-call', { turnId: question.turnId, callId: question.callId, question: question.question, digest: question.digest, answer, ...(result === undefined ? {} : { result }) }),
    answer: (question, kind, reason) => call('turn.answer', { turnId: question.turnId, callId: question.callId, question: question.question, digest: question.digest, answer: { kind }, ...(reason === undefined ? {} : { reason }) }),
    close,
  }
}

const invoke = <K extends CallOperation>(core: Core, operation: K, input: Input<K>): Promise<Output<K>> => core.handlers.calls[operation](input, CALLER)
