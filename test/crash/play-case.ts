import { toWireError, AppError } from '../../shared/errors.ts'
import { LEAST_CAPS } from '../../shared/cap.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import type { ChatId, TurnId } from '../../shared/ids.ts'
import type { AnswerReceipt } from '../../shared/contract.ts'
import type { CaptureLevel } from '../../shared/role.ts'
import type { Question } from '../../shared/run-record.ts'
import type { OutcomeAnswer, SeatedEvent } from '../../shared/turn-event.ts'
import { emptyTurn, type TurnState } from '../../shared/turn-state.ts'
import type { KillPoint } from './kill-point.ts'
import type { Place } from './place.ts'
import { pick, type Random } from './random.ts'
import { scenarioOf, type Reply, type ScenarioName } from './scenarios.ts'
import { PLAY } from './script-endpoint.ts'

/** A turn, and how often and where its core is killed. */
export interface Case {
  readonly scenario: ScenarioName
  readonly points: readonly KillPoint[]
  readonly capture: CaptureLevel
  /** What a person says became of a call that may have run; one of them, by chance. */
  readonly settles: readonly OutcomeAnswer[]
  /** The next core starts only when nothing of the one before is left, so that nobody but the watchdog can have ended it. */
  readonly waits: boolean
}

/** What a person said, and what they heard of it. `closed`: that question was no longer open. */
export interface Given { readonly question: Question; readonly answer: Reply | OutcomeAnswer; receipt: 'none' | 'accepted' | 'late' | 'closed' }

export interface Played {
  readonly turnId: TurnId
  readonly killed: readonly string[]
  readonly given: readonly Given[]
  readonly events: readonly SeatedEvent[]
  /** What the endpoint had heard before. */
  readonly firstRequest: number
  readonly problems: readonly string[]
}

export class StuckError extends Error {}

const isDisconnected = (error: unknown): boolean => error instanceof AppError && error.code === 'rpc.disconnected'

/** Plays one turn to its end, starting the core again as often as it dies and answering what is asked. @throws StuckError */
export async function playCase(place: Place, one: Case, random: Random): Promise<Played> {
  const { client, witness } = place
  const scenario = scenarioOf(one.scenario)
  const points = [...one.points]
  const killed: string[] = []
  const given: Given[] = []
  const problems: string[] = []
  let hasPaused = false
  let isOver = false
  let turnId: TurnId | null = null

  witness.turnPage()
  const firstRequest = place.endpoint.requests.length
  await client.call('settings.update', { capture: one.capture, caps: NO_CAPS })
  if (scenario.pauses === true) await setClass(place, 'write')
  const { chatId, parent } = scenario.overflows === true ? await place.longChat().then(({ chatId: id, leaf }) => ({ chatId: id, parent: leaf })) : { ...await client.call('chat.create', {}), parent: null }
  const origin = scenario.branchOf === undefined ? null : await place.alive(client.call('turn.start', { chatId, parentTurnId: parent, message: messageOf(scenario.branchOf) }))
  if (origin !== null) await place.until('turn.watch', { turnId: origin.turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'turn.ended')
  if (origin !== null) place.witness.turnPage()
  const known = new Set(await turnsOf(place, chatId))

  const comeBack = async (): Promise<void> => {
    const end = await place.died()
    const point = place.due()
    if (end.signal === 'SIGKILL' && point !== null) killed.push(point.boundary)
    else problems.push(`the core ended by itself (${end.code ?? end.signal}): ${end.said}`)
    if (one.waits) for (const pid of await place.lingering()) problems.push(`orphan: process ${pid} goes on without its core`)
    if (isOver) throw new StuckError('nobody waits for it any more')
    await place.restart(points.shift() ?? null)
  }
  const send = async (entry: Given): Promise<void> => {
    const twice = random() < 0.5
    const receipts = await place.alive(Promise.allSettled(twice ? [give(place, entry), give(place, entry)] : [give(place, entry)]))
    const heard = receipts.map((receipt) => (receipt.status === 'fulfilled' ? receipt.value.status : isClosed(receipt.reason)))
    if (heard.filter((word) => word === 'accepted').length > 1) problems.push(`an answer was accepted twice: ${entry.question.tool}`)
    entry.receipt = heard.find((word) => word === 'accepted') ?? heard[0] ?? 'none'
    if (entry.receipt === 'accepted' && place.due()?.at === 'receipt') place.kill()
  }
  const rest = async (turn: TurnId): Promise<TurnState> => {
    let state = emptyTurn(turn)
    let isSynced = false
    await place.until('turn.watch', { turnId: turn, after: 0 }, (item) => {
      if (item.kind === 'event') state = foldTurn(turn, [item.seated.event], state)
      if (item.kind === 'synced') isSynced = true
      if ((item.kind === 'delta' || item.kind === 'draft') && place.due()?.at === 'delta') place.kill()
      return isSynced && (state.ended !== null || state.parked !== null || state.paused !== null)
    })
    return state
  }
  const answer = async (state: TurnState): Promise<void> => {
    const parked = state.parked === null ? undefined : state.calls.get(state.parked)
    const seq = parked?.status === 'parked' || parked?.status === 'unknown' ? parked.question : null
    let question: Question | undefined
    await place.until('questions.watch', {}, (item) => {
      question ??= (item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []).find((row) => row.turnId === state.turnId && row.question === seq)
      return question !== undefined
    })
    if (question === undefined) return
    const due = place.due()
    if (due?.at === 'question' && due.asks === question.asks.kind) return place.kill()
    if (scenario.pauses === true && !hasPaused && question.tool === 'swing') await client.call('settings.update', { caps: { ...NO_CAPS, tokensPerDay: LEAST_CAPS.tokensPerDay } })
    const entry: Given = { question, answer: question.asks.kind === 'outcome' ? pick(random, one.settles) : pick(random, offered(question, scenario.replies)), receipt: 'none' }
    given.push(entry)
    await send(entry)
  }
  const begin = async (): Promise<TurnId> => {
    await place.whenServed()
    const message = messageOf(one.scenario)
    if (origin !== null) return (await place.alive(client.call('run.branch', { turnId: origin.turnId, fromStep: 1, changes: { message } }))).turnId
    return (await place.alive(client.call('turn.start', { chatId, parentTurnId: parent, message }))).turnId
  }
  const goOn = async (): Promise<boolean> => {
    turnId ??= (await turnsOf(place, chatId)).find((candidate) => !known.has(candidate)) ?? await begin()
    // Nobody knows whether it arrived, so it is said again.
    for (const entry of given) if (entry.receipt === 'none') await send(entry)
    const state = await rest(turnId)
    if (state.ended !== null) return false
    if (state.paused !== null) {
      hasPaused = true
      await setClass(place, 'destructive')
      await place.alive(client.call('settings.update', { caps: NO_CAPS }))
      await place.until('turn.watch', { turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'turn.unpaused')
    } else await answer(state)
    return true
  }

  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => { deadline.reject(new StuckError(`${one.scenario} with ${one.points.map(({ boundary }) => boundary).join(', ')}: no end after ${STUCK_MS / 1000} s; killed so far: ${killed.join(', ')}`)) }, STUCK_MS)
  const read = async (): Promise<readonly SeatedEvent[]> => {
    const [found] = turnId === null ? [] : await place.alive(client.call('turn.read', { turnIds: [turnId] }))
    if (found === undefined || found.problem !== null) problems.push(`illegal: ${found?.problem ?? 'the turn is gone'}`)
    return found?.events ?? []
  }
  const play = async (): Promise<readonly SeatedEvent[]> => {
    place.arm(points.shift() ?? null)
    for (;;) {
      try {
        if (place.isDead()) await comeBack()
        while (await goOn());
        return await read()
      } catch (error) {
        if (!isDisconnected(error)) throw error
        await place.died()
      }
    }
  }
  try {
    const events = await Promise.race([play(), deadline.promise])
    place.arm(null)
    if (turnId === null) throw new Error('no turn')
    return { turnId, killed, given, events, firstRequest, problems }
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

const messageOf = (name: ScenarioName) => [{ origin: 'typed' as const, text: `${PLAY}${name}`, vouched: true }]

const NO_CAPS = { tokensPerDay: null, runsPerHour: null, liveRuns: null }
const STUCK_MS = 60_000

const isClosed = (error: unknown): Given['receipt'] => {
  if (toWireError(error).code === 'gate.not-parked') return 'closed'
  if (isDisconnected(error)) return 'none'
  throw error
}

function offered(question: Question, replies: readonly Reply[]): readonly Reply[] {
  const kinds = question.choices.map(({ kind }) => kind)
  const open = replies.filter((reply) => kinds.includes(reply))
  return open.length > 0 ? open : ['approve']
}

async function turnsOf(place: Place, chatId: ChatId): Promise<readonly TurnId[]> {
  let found: readonly TurnId[] = []
  await place.until('chat.watch', { chatId }, (item) => {
    if (item.kind === 'snapshot') found = item.rows.map(({ turnId }) => turnId)
    return item.kind === 'snapshot'
  })
  return found
}

async function setClass(place: Place, toolClass: 'write' | 'destructive'): Promise<void> {
  const { pin, toolClass: before } = await place.tool('swing')
  if (before !== toolClass) await place.alive(place.client.call('tool.set-class', { connectorId: place.connectorId, tools: [{ tool: 'swing', pin }], toolClass }))
}

function give(place: Place, { question: { turnId, callId, question, digest, arguments: text }, answer }: Given): Promise<AnswerReceipt> {
  const key = { turnId, callId, question, digest }
  switch (answer) {
    case 'edit': return place.client.call('turn.edit-call', { ...key, arguments: editedArguments('text' in text ? text.text : '{}') })
    case 'approve': case 'reject': case 'reject-following': return place.client.call('turn.answer', { ...key, answer: { kind: answer } })
    case 'check': case 'happened': case 'run-again': case 'skip': return place.client.call('turn.settle-call', { ...key, answer, ...(answer === 'happened' ? { result: 'It is done.' } : {}) })
  }
}

export const EDITED = 'edited-'
const editedArguments = (text: string): string => text.replace('"name":"', `"name":"${EDITED}`)
