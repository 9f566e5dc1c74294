import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createCore } from '../../electron/core/core.ts'
import { createChatSearch } from '../../electron/core/store/search.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { endOf } from '../../renderer/features/chat/read-range.ts'
import { ChatId } from '../../shared/ids.ts'
import type { TurnNode } from '../../shared/run-record.ts'
import { emptyTurn } from '../../shared/turn-state.ts'
import { called, decided, stepEnded, stepStarted, toolStarted } from '../shared/turn-events.ts'
import { parseBenchArguments } from './bench-arguments.ts'
import { conclude, drawTable, median, quantile, round } from './figures.ts'
import { measureAppends } from './journal/append.ts'
import { answeringStep, callingStep, resultOf, shiftTo, startOf, turnNumber } from './journal/made-turns.ts'
import { createWords, QUERIES } from './journal/made-words.ts'
import { openJournal } from './journal/open-journal.ts'

/*
 * What a large store costs: the core's part of opening a long chat, a start with many runs that wait or were cut off, search, and an
 * append as the journal grows. Everything is written by the store itself and read by the shipped operations.
 */

const OPEN_P95_MS = 100
const RECOVER_MS = 1000
const SEARCH_WORST_MS = 50
const APPEND_SPREAD = 1.5
const SIZES = { '1e3': 1e3, '1e4': 1e4, '1e5': 1e5 } as const
const CALLS_A_TURN = 4
const HITS = 40
const CHAT = ChatId.parse('chat_bench')

const { json, counts } = parseBenchArguments(process.argv.slice(2), { events: 10_000, runs: 10_000, messages: 100_000, appended: 100_000, openings: 40, starts: 5, searches: 7, measured: 40 }, [])
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
const directory = (name: string): string => join(folder, name)
try {
  const appends = appendAll()
  const openings = await openAll()
  const starts = await startAll()
  const searches = searchAll()
  const worst = searches.reduce((one, other) => (other.ms > one.ms ? other : one))
  const [first = 0, second = 0, third = 0] = appends
  const figures = {
    bench: 'journal', append_us: { '1e3': round(first, 1), '1e4': round(second, 1), '1e5': round(third, 1) },
    open_10k_core_p95_ms: round(quantile(openings, 0.95)), recover_10k_ms: round(median(starts)), search_100k_worst_ms: round(worst.ms),
  }
  process.stdout.write(`\n${drawTable(['', 'p50', 'p95', 'most'], [
    ['opening the end of a long chat, core, ms', ...[0.5, 0.95, 1].map((share) => quantile(openings, share).toFixed(2))],
    ['a start that takes over runs, ms', ...[0.5, 0.95, 1].map((share) => quantile(starts, share).toFixed(0))],
    ['a search, ms', ...[0.5, 0.95, 1].map((share) => quantile(searches.map(({ ms }) => ms), share).toFixed(2))],
  ])}\n\n${drawTable(['search for', 'ms', 'hits'], searches.map(({ query, ms, hits }) => [query, ms.toFixed(2), String(hits)]))}\n`)
  conclude(json, figures, [
    { name: 'opening, p95', value: figures.open_10k_core_p95_ms, atMost: OPEN_P95_MS, unit: 'ms' },
    { name: 'a start, median', value: figures.recover_10k_ms, atMost: RECOVER_MS, unit: 'ms' },
    { name: `the worst search (${worst.query})`, value: figures.search_100k_worst_ms, atMost: SEARCH_WORST_MS, unit: 'ms' },
    { name: 'append, the largest over the smallest journal', value: round(third / first), atMost: APPEND_SPREAD, unit: '×' },
    { name: 'append, the middle over the smallest journal', value: round(second / first), atMost: APPEND_SPREAD, unit: '×' },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function appendAll(): readonly number[] {
  // In another journal, so that the code is compiled before the first one is measured.
  const other = openJournal(directory('warm'))
  for (const size of [1, 1]) measureAppends(other, CHAT, [size], counts.measured)
  other.close()
  const place = openJournal(directory('append'))
  place.chats.create(CHAT, 0)
  const most = counts.appended
  const times = measureAppends(place, CHAT, Object.values(SIZES).map((size) => Math.min(size, most)), counts.measured)
  place.close()
  return times
}

/** As a window does it: the turns of the chat, then the events of those at its end. */
async function openAll(): Promise<readonly number[]> {
  const place = openJournal(directory('open'))
  const perTurn = 1 + CALLS_A_TURN * 6 + 3
  const turns = Math.max(2, Math.ceil(counts.events / perTurn))
  place.chats.create(CHAT, 0)
  place.fill(turns, (number) => {
    const turnId = turnNumber('open', number)
    const at = number * 1000
    const steps = Array.from({ length: CALLS_A_TURN }, (_, index) => callingStep(turnId, index + 1, resultOf(number * CALLS_A_TURN + index)))
    const start = startOf({ chatId: CHAT, parentTurnId: number === 0 ? null : turnNumber('open', number - 1), at, message: `This is message ${number}.` })
    place.journal.append(emptyTurn(turnId), shiftTo([start, ...steps.flatMap(({ starts, calls, ends }) => [...starts, ...calls, ...ends]), ...answeringStep(CALLS_A_TURN + 1, `This is the answer to message ${number}.`)], at), { durable: false })
  })
  place.close()
  const core = await createCore({ dataDirectory: directory('open'), shell: 'bench', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined })
  const times: number[] = []
  for (let opening = 0; opening < counts.openings; opening += 1) {
    const began = performance.now()
    const nodes = await new Promise<readonly TurnNode[]>((resolve) => {
      const end = core.handlers.watches['chat.watch']({ chatId: CHAT }, (item) => {
        if (item.kind !== 'snapshot' && item.kind !== 'first') return
        JSON.stringify(item)
        setImmediate(() => { end() })
        resolve(item.rows)
      })
    })
    const shown = endOf(nodes.toSorted((one, other) => one.startedAt - other.startedAt)).map(({ turnId }) => turnId)
    const read = await core.handlers.calls['turn.read']({ turnIds: shown }, { clientId: 'bench' })
    JSON.stringify(read)
    times.push(performance.now() - began)
    if (read.some(({ events, problem }) => problem !== null || events.length !== perTurn)) throw new Error('a turn was not read whole')
  }
  await core.close()
  return times
}

/** Of every hundred runs nine wait for an answer and one was cut off: half of those while the model spoke, half while a tool read. */
async function startAll(): Promise<readonly number[]> {
  const seeded = directory('seeded')
  const place = openJournal(seeded)
  const at = Date.now() - 60_000
  place.fill(counts.runs, (number) => {
    const turnId = turnNumber('run', number)
    const chatId = ChatId.parse(`chat_run${number}`)
    const name = `run${number}`
    place.chats.create(chatId, at)
    const start = startOf({ chatId, parentTurnId: null, at, message: `This is run ${number}.` })
    const kind = number % 100
    const rest = kind < 9 ? [stepStarted(1), called(name, '1.1'), stepEnded(1), decided(name, 'ask')]
      : kind > 9 ? answeringStep(1, `This is the answer of run ${number}.`)
        : number % 200 === 9 ? [stepStarted(1)] : [stepStarted(1), called(name, '1.1', {}, 'read'), stepEnded(1), decided(name, 'run', 'read'), toolStarted(name)]
    place.journal.append(emptyTurn(turnId), shiftTo([start, ...rest], at), { durable: false })
  })
  place.close()
  const times: number[] = []
  for (let number = 0; number < counts.starts; number += 1) {
    cpSync(seeded, directory('start'), { recursive: true })
    const child = fork(join(import.meta.dirname, 'journal', 'recover.ts'), [directory('start')], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const [message]: unknown[] = await once(child, 'message')
    const { ms, questions } = z.object({ ms: z.number(), questions: z.int() }).parse(message)
    await once(child, 'exit')
    rmSync(directory('start'), { recursive: true })
    if (questions !== Math.floor(counts.runs / 100) * 9 + Math.min(9, counts.runs % 100)) throw new Error(`${questions} questions were open after the start`)
    times.push(ms)
  }
  return times
}

interface Searched { readonly query: string; readonly ms: number; readonly hits: number }

function searchAll(): readonly Searched[] {
  const place = openJournal(directory('search'))
  const words = createWords(7)
  const turns = Math.ceil(counts.messages / 2)
  place.fill(turns, (number) => {
    const turnId = turnNumber('search', number)
    const chatId = ChatId.parse(`chat_search${Math.floor(number / 20)}`)
    if (number % 20 === 0) place.chats.create(chatId, number * 1000)
    place.journal.append(emptyTurn(turnId), shiftTo([startOf({ chatId, parentTurnId: null, at: number * 1000, message: words(12) }), ...answeringStep(1, words(60))], number * 1000), { durable: false })
  })
  const search = createChatSearch(place.database)
  const searched = QUERIES.map((query): Searched => {
    const times = Array.from({ length: counts.searches }, () => {
      const began = performance.now()
      search(query, HITS)
      return performance.now() - began
    })
    return { query, ms: median(times), hits: search(query, HITS).length }
  })
  place.close()
  return searched
}
