import { AppError } from '../../../../shared/errors.ts'
import type { ChatId, Digest, SourceId, TurnId } from '../../../../shared/ids.ts'
import { messageAuthor } from '../../../../shared/message-author.ts'
import type { PollReport } from '../../../../shared/source.ts'
import type { StoredText } from '../../../../shared/stored-text.ts'
import type { SeatedEvent } from '../../../../shared/turn-event.ts'
import type { TurnState } from '../../../../shared/turn-state.ts'
import { everyMs, type Clock } from '../../host.ts'
import { pollRoleId, sourceOfRole } from '../../roles/role-ids.ts'
import { FIXED_CALL, fixedCallMessage } from './fixed-call.ts'
import { readItems } from './poll-items.ts'
import type { Source } from './source.ts'
import { takeMessage, type TakeMessagePorts } from './take-message.ts'

/** Looks for messages every so often: one call of one read, and plain code says which of what it found is new. */
export interface Poller {
  readonly start: () => void
  /** A source is another one now. */
  readonly refresh: () => void
  /** @throws AppError `turn.busy` while it looks, `input.invalid` where it may not */
  readonly pollNow: (source: Source) => Promise<TurnId>
  /** For the core's listener: what was found is taken once its call has ended. */
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  readonly close: () => void
}

export interface PollerPorts extends TakeMessagePorts {
  readonly clock: Clock
  readonly readText: (stored: StoredText) => string
  readonly sha256: (text: string) => Digest
  /** More were new than the hour has room for. */
  readonly overRate: (sourceId: SourceId) => void
}

const MINUTE_MS = 60_000
const LONGEST_PROBLEM = 300
const MOST_LOOKS = 500
/** How often it looks at the clock although nothing is due: whoever waits for a time on a wall that was set back waits too long. */
const BEAT_MS = 60_000

export function createPoller(ports: PollerPorts): Poller {
  const { store, turns, clock, readText, sha256 } = ports
  let callOff = (): void => undefined
  let stopBeat = (): void => undefined
  let isClosed = false

  const nextAfter = ({ text: { input } }: Source, at: number): number | null => (input.kind === 'poll' ? at + input.minutes * MINUTE_MS : null)

  const poll = async (source: Source): Promise<TurnId> => {
    const { sourceId, text } = source
    const { input } = text
    const why = ports.problemOf(source)
    const role = ports.roleOf(pollRoleId(sourceId))
    if (input.kind !== 'poll' || role === null || why !== null) throw new AppError('input.invalid', why ?? 'This source doesn’t look for messages.', { kept: 'Nothing was called.' })
    if (store.openRuns(sourceId, 'poll').length > 0) throw new AppError('turn.busy', 'It is looking already.', { kept: 'Nothing was started.' })
    return turns.start({
      chatId: pollChat(source), parentTurnId: null, role, model: FIXED_CALL,
      message: [{ origin: 'job', text: fixedCallMessage(`The source “${text.name}” looks for messages.`, input.arguments), vouched: true, by: messageAuthor('source', text.name) }],
      check: () => undefined,
    })
  }

  /** Out of the way of the person's chats: each look is the same call. A chat of very many runs is slow to open, so there is another one then. */
  const pollChat = ({ sourceId, text, pollChatId }: Source): ChatId => {
    if (pollChatId !== null && ports.chats.find(pollChatId) !== null && store.runsIn(pollChatId) < MOST_LOOKS) return pollChatId
    const chatId = ports.newChatId()
    ports.chats.create(chatId, clock.now())
    ports.chats.change(chatId, { title: `${text.name}, looking`, archived: true })
    store.change(sourceId, { pollChatId: chatId })
    return chatId
  }

  const look = (): void => {
    callOff()
    if (isClosed) return
    const now = clock.now()
    for (const source of store.list()) {
      const next = nextAfter(source, now)
      if (!source.on || source.dueAt === null || next === null) continue
      if (source.dueAt > next) store.change(source.sourceId, { dueAt: next })
      if (source.dueAt > now) continue
      store.change(source.sourceId, { dueAt: next })
      // Whatever keeps it from looking is said where the source is shown; it looks again at its next time.
      poll(source).catch((error: unknown) => { if (!(error instanceof AppError)) throw error })
    }
    const ahead = store.list().flatMap(({ on, dueAt }) => (on && dueAt !== null ? [dueAt] : []))
    callOff = ahead.length === 0 ? () => undefined : clock.at(Math.min(...ahead), look)
  }

  const report = (sourceId: SourceId, turnId: TurnId, told: Partial<PollReport>): void => {
    if (store.find(sourceId) !== null) store.change(sourceId, { lastPoll: { at: clock.now(), turnId, problem: null, found: 0, fresh: 0, left: 0, ...told } })
  }

  const takeItems = async (sourceId: SourceId, turnId: TurnId, result: string): Promise<void> => {
    const source = store.find(sourceId)
    if (source === null || !source.on || source.text.input.kind !== 'poll') return
    const { input } = source.text
    const read = readItems(result, input)
    if (!read.ok) return report(sourceId, turnId, { problem: read.problem })
    const items = read.items.map(({ key, text }) => ({ item: sha256(key), text }))
    const fresh = items.filter(({ item }) => !store.isKnown(sourceId, item))
    if (!source.hasLooked) {
      if (input.first === 'remember') store.remember(sourceId, items.map(({ item }) => item), clock.now())
      store.change(sourceId, { hasLooked: true })
      if (input.first === 'remember') return report(sourceId, turnId, { found: items.length })
    }
    let taken = 0
    for (const message of fresh) {
      const outcome = await takeMessage(ports, store.find(sourceId) ?? source, message)
      if (outcome === 'accepted') taken += 1
      else if (outcome !== 'already-seen') break
    }
    const left = fresh.filter(({ item }) => !store.isKnown(sourceId, item)).length
    store.remember(sourceId, items.flatMap(({ item }) => (store.isKnown(sourceId, item) ? [item] : [])), clock.now())
    if (left > 0) ports.overRate(sourceId)
    report(sourceId, turnId, { found: items.length, fresh: taken + left, left })
  }

  const ended = (state: TurnState, sourceId: SourceId): void => {
    const [call] = state.calls.values()
    const body = call?.status === 'done' ? call.ended.body : null
    const words = body === null ? 'Its call could not be made.' : readText(body.content)
    if (call?.status !== 'done' || call.ended.outcome !== 'ok') return report(sourceId, state.turnId, { problem: words.slice(0, LONGEST_PROBLEM).toWellFormed() })
    const result = body === null ? '' : readText(body.whole ?? body.content)
    // Not at once: this run's own work comes first. What isn't taken because the app closes is found by the next look.
    setImmediate(() => { takeItems(sourceId, state.turnId, result).catch((error: unknown) => { if (!isClosed) report(sourceId, state.turnId, { problem: error instanceof AppError ? error.message : 'What it found could not be taken.' }) }) })
  }

  return {
    start: () => {
      look()
      stopBeat = (clock.every ?? everyMs)(BEAT_MS, look)
    },
    refresh: look,
    pollNow: async (source) => poll(source),
    appended: (state, seated) => {
      const found = state.started === null ? null : sourceOfRole(state.started.role)
      if (found?.what !== 'poll') return
      const hasCalled = seated.some(({ event }) => event.kind === 'tool.ended')
      const hasEnded = seated.some(({ event }) => event.kind === 'turn.ended')
      if (hasCalled || (hasEnded && state.calls.size === 0)) ended(state, found.sourceId)
    },
    close: () => {
      isClosed = true
      callOff()
      stopBeat()
    },
  }
}
