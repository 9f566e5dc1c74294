import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { isIdle, messageBox, parkPointer, say, sayAndWait, toolCard, turnWith } from './chat.ts'
import { openCore } from './core-door.ts'
import { timeSpent, traceTasks } from './page-cost.ts'

const shell = await startProcess(join(makeFolder(), 'data'))
const window = await openWindow(shell.url)
const { page } = window
const core = await openCore(window)
await page.getByRole('button', { name: 'Start with the practice model' }).click()
await messageBox(page).waitFor()

const thread = page.getByRole('region', { name: 'Messages' })
const placeOf = (): Promise<{ top: number; below: number }> => thread.evaluate((element) => ({ top: element.scrollTop, below: element.scrollHeight - element.clientHeight - element.scrollTop }))
const rate = (practiceRate: number): Promise<unknown> => core.call('settings.update', { practiceRate })
const openFreshChat = async (): Promise<void> => {
  await rate(0)
  await page.keyboard.press('Alt+n')
  await page.getByText('What should get done?').waitFor()
}
/** Resolves when the answer that is on its way has grown by so many pixels. */
const grow = async (pixels: number): Promise<void> => {
  const before = await thread.evaluate((element) => element.scrollHeight)
  await page.waitForFunction(({ from }) => (document.querySelector('[aria-label="Messages"]')?.scrollHeight ?? 0) >= from, { from: before + pixels }, { timeout: 30_000 })
}

test('a piece of a long answer costs no more at its end than at its beginning', async (t) => {
  await rate(400)
  const spent = await timeSpent(page)
  const tasks = await traceTasks(page)
  await say(page, 'write 5000 words')
  // The answer's own length and the page's own work, looked at from within at equal steps of growth.
  const samples: { height: number; busy: number }[] = []
  for (;;) {
    samples.push({ height: await turnWith(page, 'write 5000 words').evaluate((turn) => turn.getBoundingClientRect().height), busy: (await spent()).busy })
    if (await turnWith(page, 'write 5000 words').getByRole('button', { name: /tokens$/ }).count() > 0) break
    await page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 100) }))
  }
  const last = samples.at(-1)
  assert.ok(last !== undefined)
  const costBetween = (from: number, to: number): number => {
    const within = samples.filter(({ height }) => height >= from * last.height && height <= to * last.height)
    const [first, final] = [within[0], within.at(-1)]
    assert.ok(first !== undefined && final !== undefined && final.height > first.height, 'too few looks at it')
    return (final.busy - first.busy) / (final.height - first.height)
  }
  const [early, late] = [costBetween(0.05, 0.25), costBetween(0.75, 0.95)]
  // On the processor: what others do on this machine meanwhile is not the page's.
  const longest = (await tasks()).reduce((most, { own }) => Math.max(most, own), 0)
  t.diagnostic(`${early.toFixed(3)} ms a pixel early, ${late.toFixed(3)} late; longest task ${longest.toFixed(0)} ms; ${samples.length} looks`)
  assert.ok(late <= 3 * early, `a piece costs ${(late / early).toFixed(1)} times as much at the end`)
  assert.ok(longest <= 200, `a task of ${longest.toFixed(0)} ms`)
})

test('reading above the end is never interrupted, and what comes is announced', async () => {
  await rate(60)
  await say(page, 'write 4000 words')
  await grow(600)
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, -500)
  await page.getByRole('button', { name: 'New below' }).waitFor()
  const { top } = await placeOf()
  await grow(500)
  assert.equal((await placeOf()).top, top)
  await page.setViewportSize({ width: 1280, height: 760 })
  await grow(200)
  assert.ok(Math.abs((await placeOf()).top - top) < 2, 'a change of the window’s height moves nothing that is read')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'New below' }).click()
  await page.waitForFunction(() => { const element = document.querySelector('[aria-label="Messages"]'); return element !== null && element.scrollHeight - element.clientHeight - element.scrollTop < 30 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await isIdle(page)
})

test('nothing that can be pressed moves under the pointer while an answer grows', async () => {
  await openFreshChat()
  await sayAndWait(page, 'add a task to stay in place')
  await rate(60)
  await say(page, 'write 3000 words')
  const card = toolCard(page, 'Create a task').getByRole('button', { name: /Create a task/ }).first()
  await card.hover()
  const before = await card.boundingBox()
  await page.waitForFunction(() => (document.querySelector('article[aria-busy]')?.textContent?.length ?? 0) > 1500, undefined, { timeout: 30_000 })
  assert.deepEqual(await card.boundingBox(), before)
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  const [place] = [await stop.boundingBox()]
  await parkPointer(page)
  await grow(300)
  assert.deepEqual(await stop.boundingBox(), place, 'Stop stays where it is')
  await stop.click()
  await isIdle(page)
})

test('who sends a message sees it, even with the pointer left on something to press', async () => {
  await openFreshChat()
  await sayAndWait(page, 'add a task to be pointed at')
  const card = toolCard(page, 'Create a task').last().getByRole('button', { name: /Create a task/ }).first()
  await card.hover()
  await page.keyboard.insertText('write 300 words')
  await messageBox(page).press('Enter')
  await turnWith(page, 'write 300 words').getByRole('button', { name: /tokens$/ }).waitFor()
  await page.waitForFunction(() => { const element = document.querySelector('[aria-label="Messages"]'); return element !== null && element.scrollHeight - element.clientHeight - element.scrollTop < 30 })
})

test('who reads above and sends a message is taken to it', async () => {
  await parkPointer(page)
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, -800)
  await page.getByRole('button', { name: 'To the end' }).waitFor()
  await messageBox(page).focus()
  await page.keyboard.insertText('say that I am here')
  await page.keyboard.press('Enter')
  await turnWith(page, 'say that I am here').getByRole('button', { name: /tokens$/ }).waitFor()
  assert.deepEqual(window.complaints, [])
})
