import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { ChatId } from '../../shared/ids.ts'
import { seedChat } from '../bench/stream/seed-chat.ts'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { messageBox } from './chat.ts'
import { longTasks, timeSpent, watchLongTasks } from './page-cost.ts'
import { go } from './state.ts'

const CHAT = ChatId.parse('chat_long')
const LONG = 1000
const VERY_LONG = 5000
const MOST_ARTICLES = 60
/** A thousand turns drawn at once would be some twenty thousand. */
const MOST_ELEMENTS = 3000
/** In which what is older has to come; longer than that, and it is the end. */
const STILL_FRAMES = 60

interface Journey { readonly jumps: readonly string[]; readonly mostArticles: number; readonly mostElements: number; readonly travelled: number; readonly ended: boolean }

/**
 * Scrolls by so many pixels a frame and looks, once each frame was drawn, at what is in the middle of the screen: between two
 * frames without a scroll it must not move.
 */
const travel = (thread: Locator, step: number, frames: number): Promise<Journey> => thread.evaluate(async (element, way) => {
  const drawn = (): Promise<void> => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { resolve() }
      port2.postMessage(null)
    })
  })
  const middle = (): { readonly turn: Element; readonly top: number } | null => {
    const { top, height } = element.getBoundingClientRect()
    const turn = [...element.querySelectorAll('article')].find((candidate) => candidate.getBoundingClientRect().bottom > top + height / 2)
    return turn === undefined ? null : { turn, top: turn.getBoundingClientRect().top }
  }
  const jumps: string[] = []
  let [mostArticles, mostElements, travelled, still] = [0, 0, 0, 0]
  for (let frame = 0; frame < way.frames && still < way.most; frame += 1) {
    const from = element.scrollTop
    element.scrollTop += way.step
    still = element.scrollTop === from ? still + 1 : 0
    travelled += Math.abs(element.scrollTop - from)
    await drawn()
    const before = middle()
    await drawn()
    const moved = before?.turn.isConnected === true ? before.turn.getBoundingClientRect().top - before.top : 0
    if (Math.abs(moved) > 2) jumps.push(`${moved.toFixed(0)} px in frame ${frame}, at ${element.scrollTop.toFixed(0)} of ${element.scrollHeight}`)
    mostArticles = Math.max(mostArticles, element.querySelectorAll('article').length)
    mostElements = Math.max(mostElements, document.getElementsByTagName('*').length)
  }
  return { jumps, mostArticles, mostElements, travelled, ended: still >= way.most }
}, { step, frames, most: STILL_FRAMES })

/** Resolves when the list has stood still for a while: what leads to a turn corrects its way as what lies around it is measured. */
const standsStill = (thread: Locator): Promise<void> => thread.evaluate(async (element) => {
  for (let still = 0, top = element.scrollTop; still < 20;) {
    await new Promise((resolve) => { requestAnimationFrame(resolve) })
    still = element.scrollTop === top ? still + 1 : 0
    top = element.scrollTop
  }
})

test('a chat of a thousand turns opens at its end, is read up to its first one without a jump, and stays small', { timeout: 150_000 }, async (t) => {
  const data = join(makeFolder(), 'data')
  seedChat(data, CHAT, 'A long chat', LONG)
  const shell = await startProcess(data)
  const { page, complaints } = await openWindow(shell.url)
  await page.locator(`[data-chat="${CHAT}"]`).waitFor()
  await watchLongTasks(page)
  const opened = performance.now()
  await go(page, `#/chat/${CHAT}`)
  await messageBox(page).waitFor()
  await page.getByText(`This is message ${LONG - 1}`, { exact: true }).waitFor()
  const openedIn = performance.now() - opened
  const thread = page.getByRole('region', { name: 'Messages' })
  assert.ok(await thread.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop) < 30, 'it opens at its end')
  const spent = await timeSpent(page)
  t.diagnostic(`opened in ${openedIn.toFixed(0)} ms with ${(await spent()).nodes} nodes; longest task ${Math.max(0, ...await longTasks(page)).toFixed(0)} ms`)
  assert.ok(openedIn < 5000)

  // Up through all of it; what is in sight when older turns come must stay at its place.
  const up = await travel(thread, -400, 5000)
  const longest = Math.max(0, ...await longTasks(page))
  t.diagnostic(`${up.travelled.toFixed(0)} px, at most ${up.mostElements} elements, longest task ${longest.toFixed(0)} ms`)
  assert.ok(up.ended)
  assert.match(await thread.locator('article').first().innerText(), /message 0(?!\d)/, 'the first turn was reached')
  assert.ok(up.mostElements < MOST_ELEMENTS, `${up.mostElements} elements at once`)
  assert.deepEqual(up.jumps, [])
  assert.ok(longest < 500, 'no task holds the page for long')
  assert.deepEqual(complaints, [])
})

test('a chat of ten thousand messages opens at its end, is read through both ways without a jump, and never grows', { timeout: 150_000 }, async (t) => {
  const data = join(makeFolder(), 'data')
  seedChat(data, CHAT, 'The long chat', VERY_LONG)
  const shell = await startProcess(data)
  const { page, complaints } = await openWindow(shell.url)
  await page.locator(`[data-chat="${CHAT}"]`).waitFor()
  await watchLongTasks(page)
  await page.locator(`[data-chat="${CHAT}"]`).click()
  await messageBox(page).waitFor()
  await page.getByText(`This is message ${VERY_LONG - 1}`, { exact: true }).waitFor()
  const thread = page.getByRole('region', { name: 'Messages' })
  await page.waitForFunction((element) => element instanceof HTMLElement && element.scrollHeight - element.clientHeight - element.scrollTop < 30, await thread.elementHandle())

  const up = await travel(thread, -300, 250)
  t.diagnostic(`up ${up.travelled} px with ${up.mostArticles} turns drawn at most, longest task ${Math.max(0, ...await longTasks(page)).toFixed(0)} ms`)
  assert.deepEqual(up.jumps, [])
  assert.ok(up.travelled > 60_000 && !up.ended, 'it goes on and on')
  const down = await travel(thread, 300, 100)
  assert.deepEqual(down.jumps, [])
  assert.ok(Math.max(up.mostArticles, down.mostArticles) < MOST_ARTICLES, `${up.mostArticles} and ${down.mostArticles} turns drawn`)

  // To one of the first turns, by what was said in it; what lies between isn't read.
  await page.getByRole('searchbox', { name: 'Search all chats' }).fill('message 1234')
  await page.locator('[data-result]', { hasText: '1234' }).first().click()
  const found = thread.getByText('This is message 1234', { exact: true })
  await found.waitFor()
  await page.waitForFunction((element) => element instanceof HTMLElement && element.getBoundingClientRect().top < innerHeight / 2, await found.elementHandle())
  assert.match(page.url(), /turn_seeded001234$/)
  await standsStill(thread)
  const on = await travel(thread, 300, 80)
  assert.deepEqual(on.jumps, [])
  assert.ok(on.travelled > 20_000, 'reading on goes on from there')

  // Asking for the same turn again leads there again.
  await page.locator('[data-result]', { hasText: '1234' }).first().click()
  await found.waitFor()
  await page.getByRole('button', { name: 'To the end' }).click()
  await page.getByText(`This is message ${VERY_LONG - 1}`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'To the end' }).waitFor({ state: 'detached' })

  await go(page, `#/chat/${CHAT}/turn_seeded000000`)
  await thread.getByText('This is message 0', { exact: true }).waitFor()
  assert.ok(await page.evaluate(() => document.getElementsByTagName('*').length) < 3000)
  assert.deepEqual(complaints, [])
})
