import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ChatId } from '../../shared/ids.ts'
import type { ConnectedClient } from '../../shared/core-client.ts'
import { makeFolder, openWindow, startProcess, type Window } from '../e2e/app.ts'
import { isIdle, messageBox, say } from '../e2e/chat.ts'
import { openCore } from '../e2e/core-door.ts'
import { timeSpent, traceTasks, type Task } from '../e2e/page-cost.ts'
import { parseBenchArguments } from './bench-arguments.ts'
import { conclude, drawTable, median, round } from './figures.ts'
import { fence, inTenths, prose } from './stream/long-answers.ts'
import { openAndPaint } from './stream/open-and-paint.ts'
import { seedChat } from './stream/seed-chat.ts'
import { startTenthsEndpoint, type TenthsEndpoint } from './stream/tenths-endpoint.ts'

/*
 * In a real browser: what a piece of a long answer costs the page's main thread at its beginning and at its end, the tasks in
 * which that thread itself worked for long, and how long a very long chat takes from the click to its last message on the screen.
 */

const PROSE_RATIO = 2
const LONG_TASK_MS = 50
const OPEN_MS = 300
const OPENINGS = 5
const LONG_CHAT = ChatId.parse('chat_long')

const { json, counts: { characters, messages } } = parseBenchArguments(process.argv.slice(2), { characters: 200_000, messages: 10_000 }, [])

interface Streamed { readonly tenths: readonly number[]; readonly tasks: readonly Task[] }

test('streaming and opening', { timeout: 500_000 }, async () => {
  const data = join(makeFolder(), 'data')
  seedChat(data, LONG_CHAT, 'The long chat', Math.ceil(messages / 2))
  const endpoint = await startTenthsEndpoint()
  const shell = await startProcess(data)
  const window = await openWindow(shell.url)
  const core = await openCore(window)
  await core.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
  await core.call('model.save', { profile: { adapter: 'anthropic', name: 'Bench', contextWindow: null, maxOutputTokens: null, prices: { input: null, output: null, cacheRead: null, cacheWrite: null }, certified: 'full', baseUrl: endpoint.url, model: 'bench', key: { kind: 'none' }, keyHeader: 'x-api-key' }, isNew: true })
  await core.call('model.choose', { name: 'Bench' })

  const inProse = await stream(window, core, endpoint, 'tell me a long story', prose(characters))
  const inFence = await stream(window, core, endpoint, 'write a long program', fence(characters))
  await endpoint.close()
  const opened: number[] = []
  for (let opening = 0; opening < OPENINGS; opening += 1) opened.push(await openAndPaint(window.page, LONG_CHAT, `This is message ${Math.ceil(messages / 2) - 1}`))
  assert.deepEqual(window.complaints, [])

  const ratio = ({ tenths }: Streamed): number => round((tenths.at(-1) ?? 0) / (tenths[0] ?? 1))
  const tasks = [...inProse.tasks, ...inFence.tasks]
  if (tasks.length === 0) throw new Error('the browser noted no task')
  const long = tasks.filter(({ own }) => own > LONG_TASK_MS)
  const figures = { bench: 'stream', prose_last_to_first_tenth: ratio(inProse), fence_last_to_first_tenth: ratio(inFence), long_tasks: long.length, open_10k_painted_ms: round(median(opened), 0) }
  const row = (label: string, { tenths }: Streamed): readonly string[] => [label, ...[0, 4, 9].map((tenth) => (tenths[tenth] ?? 0).toFixed(3))]
  process.stdout.write(`\n${drawTable(['main-thread ms per piece', 'first tenth', 'fifth', 'last'], [row(`${characters} characters of prose`, inProse), row('one code fence as long', inFence)])}\n\n`)
  process.stdout.write(`longest task: ${Math.max(...tasks.map(({ own }) => own)).toFixed(0)} ms of the page's own work; ${tasks.filter(({ whole }) => whole > LONG_TASK_MS).length} took longer than ${LONG_TASK_MS} ms with what else the machine did\n`)
  process.stdout.write(`${messages} messages, click to the last one painted: ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms\n`)
  conclude(json, figures, [
    { name: 'prose, last to first tenth', value: figures.prose_last_to_first_tenth, atMost: PROSE_RATIO, unit: '×' },
    { name: 'long tasks', value: figures.long_tasks, atMost: 0, unit: '' },
    { name: 'opened and painted', value: figures.open_10k_painted_ms, atMost: OPEN_MS, unit: 'ms' },
  ])
})

/** Streams one answer into a fresh chat, a tenth at a time, and looks at what each tenth cost once the page has drawn it. */
async function stream({ page }: Window, core: ConnectedClient, endpoint: TenthsEndpoint, question: string, answer: string): Promise<Streamed> {
  const { chatId } = await core.call('chat.create', {})
  await page.evaluate((to) => { location.hash = to }, `#/chat/${chatId}`)
  await messageBox(page).waitFor()
  await page.reload()
  await messageBox(page).waitFor()
  const spent = await timeSpent(page)
  const asked = endpoint.asked()
  await say(page, question)
  await asked
  await whenQuiet(spent)
  const tasksSoFar = await traceTasks(page)
  const tenths: number[] = []
  for (const pieces of inTenths(answer)) {
    const before = (await spent()).busy
    await endpoint.sendTenth(pieces)
    await whenQuiet(spent)
    tenths.push(((await spent()).busy - before) / pieces.length)
  }
  endpoint.finish()
  await isIdle(page)
  await whenQuiet(spent)
  return { tenths, tasks: await tasksSoFar() }
}

const QUIET_LOOKS = 3
const QUIET_MS = 1

/** Nothing tells when a page has drawn all it was sent but that it stops working; looking at it from outside costs it nothing. */
async function whenQuiet(spent: () => Promise<{ readonly busy: number }>): Promise<void> {
  let last = (await spent()).busy
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await new Promise((resolve) => { setTimeout(resolve, 60) })
    const { busy } = await spent()
    quiet = busy - last < QUIET_MS ? quiet + 1 : 0
    last = busy
  }
}
