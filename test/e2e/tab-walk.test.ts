import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { messageBox, sayAndWait } from './chat.ts'
import { openCore } from './core-door.ts'
import { go } from './state.ts'

const MOST_STOPS = 250

interface Stop { readonly name: string; readonly isMarked: boolean; readonly isSeen: boolean; /** Which time the focus is here. */ readonly visit: number }

/** Where the focus is; null: outside the page. Counts how often it was there. */
const look = (page: Page): Promise<Stop | null> => page.evaluate(() => {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const visit = Number(element.dataset['visits'] ?? '0') + 1
  element.dataset['visits'] = String(visit)
  // A field's mark is drawn by the frame around it, a radio's and a checkbox's by the shape beside it.
  const around = [element, ...Array.from({ length: 3 }).reduce<HTMLElement[]>((frames) => [...frames, ...[(frames.at(-1) ?? element).parentElement].filter((part) => part !== null)], [])]
  const parts = [...around, ...[...(element.parentElement?.children ?? [])].filter((part) => part instanceof HTMLElement)]
  const isMarked = parts.some((part) => { const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part); return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' })
  const place = around.map((part) => part.getBoundingClientRect()).find(({ width, height }) => width > 3 && height > 3) ?? element.getBoundingClientRect()
  const isSeen = place.bottom > 0 && place.top < innerHeight && place.right > 0 && place.left < innerWidth
  // How long ago something was changes while one walks.
  const still = element.cloneNode(true)
  if (still instanceof HTMLElement) for (const time of still.querySelectorAll('time')) time.remove()
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? still.textContent ?? ''
  return { name: `${element.tagName} ${name.trim().slice(0, 40)}`, isMarked, isSeen, visit }
})

/** Presses Tab until the focus has come round. Every stop must be in sight and say so, and none may hold the focus. */
async function walk(page: Page, keys: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> {
  const names: string[] = []
  for (let press = 0; press < MOST_STOPS; press += 1) {
    await page.keyboard.press(keys)
    const stop = await look(page)
    if (stop === null) continue
    if (stop.visit > 1) return names
    names.push(stop.name)
    assert.ok(stop.isMarked, `nothing shows that ${stop.name} has the focus`)
    assert.ok(stop.isSeen, `${stop.name} has the focus out of sight`)
  }
  assert.fail(`${keys} never came round: ${names.slice(-5).join(', ')}`)
}

/** The first thing of the page itself, whichever it is: a walk that doesn't reach the rail and the page goes nowhere. */
async function walkAround(page: Page, place: string): Promise<number> {
  const forget = (): Promise<void> => page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-visits]')) delete element.dataset['visits']
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await forget()
  const forth = await walk(page, 'Tab')
  await forget()
  const back = await walk(page, 'Shift+Tab')
  // What takes the focus comes into sight, and with it goes or comes the way back to the end.
  const lasting = (names: readonly string[]): ReadonlySet<string> => new Set(names.filter((name) => !/To the end/.test(name)))
  assert.deepEqual(lasting(back), lasting(forth), `${place}: both ways lead to the same stops`)
  assert.ok(forth.some((name) => /Settings/.test(name)) && forth.length > 8, `${place}: ${forth.join(', ')}`)
  return forth.length
}

test('Tab leads through every page and round again, each stop is seen and marked, and nothing holds the focus', { timeout: 150_000 }, async (t) => {
  const shell = await startProcess(join(makeFolder(), 'data'))
  const window = await openWindow(shell.url)
  const { page } = window
  const core = await openCore(window)
  await core.call('settings.update', { practiceRate: 0 })
  const { chatId } = await core.call('chat.create', {})
  await go(page, `#/chat/${chatId}`)
  await messageBox(page).waitFor()
  await sayAndWait(page, 'remember that the report is due then add a task to write it')
  await sayAndWait(page, 'delete task 1')
  const { goalId } = await core.call('goal.create', { title: 'Know the rules', purpose: '', plan: ['Read them', 'Try them'] })
  const pages: readonly (readonly [hash: string, last: RegExp])[] = [
    [`#/chat/${chatId}`, /Delete a task/], ['#/inbox', /Delete a task/], ['#/connectors', /A connector brings tools/], ['#/connectors/tasks', /Delete a task/],
    ['#/roles', /Goal agent/], ['#/roles/goal-agent', /What is deliberately not there/], ['#/coworkers/new', /Start from/], [`#/goals/${goalId}`, /Try them/], ['#/goals/advanced', /^Reviewer$/], ['#/runs', /remember that the report is due/],
    ['#/memory', /the report is due/], ['#/memory/tasks', /write it/], ['#/budget', /Today/], ['#/settings', /Practice model/],
  ]
  for (const [hash, last] of pages) {
    await go(page, hash)
    await page.locator('h1').first().waitFor()
    await page.locator('main').getByText(last).first().waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    t.diagnostic(`${hash}: ${await walkAround(page, hash)} stops`)
  }
  assert.deepEqual(window.complaints, [])
})
