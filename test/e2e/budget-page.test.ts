import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { findViolations, makeFolder, openWindow, shoot, startProcess } from './app.ts'
import { compose, isFocused, isTaken, messageBox, runInPalette, parkPointer, sayAndWait, see, turnWith } from './chat.ts'
import { pressWhileComposing } from './input-method.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const DAY_MS = 86_400_000
/** Alone more than the least cap. */
const TASK = `add a task to wait for room ${'and to be patient '.repeat(80)}`

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `budget-${name}`)

const nav = (page: Page): Locator => page.getByRole('navigation').getByRole('button', { name: /^Budget/ })
const cap = (page: Page, name: string): Locator => page.getByRole('main').getByRole('listitem').filter({ has: page.getByRole('button', { name: `Change the cap: ${name}` }) })
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const isNamed = (locator: Locator, text: string | RegExp): Promise<void> => locator.filter({ hasText: text }).waitFor()

/** Types a cap and presses Enter. */
async function setCap(page: Page, name: string, typed: string): Promise<void> {
  const line = cap(page, name)
  if (await line.getByRole('textbox').count() === 0) await line.getByRole('button', { name: /^Change the cap/ }).click()
  const noCap = line.getByRole('switch', { name: 'No cap' })
  if (await noCap.isChecked()) await noCap.click()
  await line.getByRole('textbox').fill(typed)
  await line.getByRole('textbox').press('Enter')
}

test('a cap that is set too low pauses a chat, which the page shows and which goes on when the cap is raised there', { timeout: 240_000 }, async () => {
  const { page, core, complaints } = await openApp({ withCaps: true })

  // Empty, and taught.
  await runInPalette(page, 'budget', 'Budget & status')
  await see(page, 'Nothing was used yet')
  assert.equal(await page.title(), 'Budget & status · Gatehouse')
  assert.match(await cap(page, 'Tokens today').innerText(), /0 used · 2,000,000 left of 2,000,000\s+Resets at \d\d:00\./)
  await section(page, 'Paused chats').getByText(/^None\./).waitFor()
  await look(page, 'empty')

  // By keyboard; what isn't a cap is refused with a sentence, and nothing is changed.
  const line = cap(page, 'Tokens today')
  await line.getByRole('button', { name: 'Change the cap: Tokens today' }).focus()
  await page.keyboard.press('Enter')
  const field = line.getByRole('textbox', { name: 'Tokens per day' })
  await isFocused(field)
  assert.equal(await field.inputValue(), '2,000,000')
  for (const [typed, sentence] of [['', /Type a number first/], ['0', /With 0 nothing could ever run/], ['lots', /isn’t a number/], ['1234.5', /write a whole number/], ['-5', /below zero/], ['2499', /The smallest cap is 2,500/]] as const) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await line.getByRole('alert').filter({ hasText: sentence }).waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
  }
  await look(page, 'refused')
  await field.fill('2.5k')
  for (const sign of ['flag', 'code'] as const) for (const key of ['Enter', 'Escape'] as const) await pressWhileComposing(page, key, sign)
  assert.equal(await field.inputValue(), '2.5k', 'an input method’s keys end nothing')
  await page.keyboard.press('Enter')
  await isFocused(line.getByRole('button', { name: 'Change the cap: Tokens today' }))
  await isNamed(line, '0 used · 2,500 left of 2,500')
  assert.equal(await section(page, 'Caps').getByRole('status').innerText(), 'Tokens today: the cap is 2,500 now.')

  // The chat says why it waits, and so does everything else.
  await page.locator('[data-chat]').first().click()
  await messageBox(page).waitFor()
  await parkPointer(page)
  await compose(page, TASK)
  await page.keyboard.press('Enter')
  await isTaken(page)
  await page.getByRole('status').filter({ hasText: /^The cap on tokens a day is 2,500, and this chat’s next step alone needs about [\d,]+\. Waiting doesn’t help/ }).waitFor()
  await page.getByRole('complementary').getByText('0 of 2,500').waitFor()
  await page.getByRole('navigation').getByRole('button', { name: /^Budget\s+1 chat paused by a cap$/ }).waitFor()
  await look(page, 'chat')
  await nav(page).click()
  const pauses = section(page, 'Paused chats').getByRole('listitem')
  await isNamed(pauses, 'Waiting doesn’t help: raise the cap on the Budget page, or start a shorter chat.')
  assert.doesNotMatch(await pauses.innerText(), /Goes on by itself/)
  await isNamed(line, '1 chat waits for room.')
  await page.getByRole('main').locator('header').getByText('1 chat paused', { exact: true }).waitFor()
  await look(page, 'paused')

  // Raised: it goes on at once, and the figures are told everywhere alike.
  await setCap(page, 'Tokens today', '20,000')
  await section(page, 'Paused chats').getByText(/^None\./).waitFor()
  await section(page, 'Who spent today').getByRole('link', { name: /^add a task to wait for room/ }).click()
  await turnWith(page, 'add a task to wait for room').getByRole('button', { name: /tokens$/ }).waitFor()
  const panel = page.getByRole('complementary').getByText(/ of 20,000$/)
  await panel.waitFor()
  const used = (await panel.innerText()).replace(/ of .*/, '')
  assert.notEqual(used, '0')
  await nav(page).click()
  await isNamed(line, `${used} used · `)
  await page.locator('figcaption').getByText(`${used} tokens`).waitFor()
  await page.getByRole('navigation').getByRole('button', { name: /^Budget$/ }).waitFor()
  assert.deepEqual(complaints, [])

  // No cap at all, by its switch; Escape leaves things as they are.
  await line.getByRole('button', { name: 'Change the cap: Tokens today' }).click()
  await line.getByRole('switch', { name: 'No cap' }).click()
  await line.getByText(/Nothing bounds what a day may use then/).waitFor()
  await look(page, 'no-cap')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await line.getByRole('button', { name: 'Change the cap: Tokens today' }).click()
  await line.getByRole('switch', { name: 'No cap' }).click()
  await line.getByRole('button', { name: 'Save' }).click()
  await isNamed(line, `${used} used · no cap`)

  // A cap in money: the practice model is free, so nothing stops; what is typed is read in dollars.
  for (const [name, typed, shown] of [['Money today', '$2.50', /\$0\.00 used · \$2\.50 left of \$2\.50/], ['Money of one run', '0.5', /at most \$0\.50/]] as const) {
    await setCap(page, name, '0.001')
    await cap(page, name).getByRole('alert').filter({ hasText: 'The smallest cap is $0.01' }).waitFor()
    await setCap(page, name, typed)
    await isNamed(cap(page, name), shown)
  }
  await look(page, 'money-caps')

  // While a step is under way, what it set aside is told apart, everywhere.
  await line.getByRole('button', { name: 'Change the cap: Tokens today' }).click()
  await line.getByRole('switch', { name: 'No cap' }).click()
  await setCap(page, 'Tokens today', '2M')
  await isNamed(line, ' left of 2,000,000')
  await core.call('settings.update', { practiceRate: 1 })
  await page.locator('[data-chat]').first().click()
  await compose(page, 'what do you know about Ann')
  await page.keyboard.press('Enter')
  await isTaken(page)
  await page.getByRole('complementary').getByText(/ of 2,000,000 · ≈ [\d,]+ reserved$/).waitFor()
  await nav(page).click()
  await line.getByText(/ used · ≈ [\d,]+ reserved · [\d,]+ left of 2,000,000$/).waitFor()
  await isNamed(cap(page, 'Runs at once'), '1 used · 7 left of 8')
  await isNamed(cap(page, 'Runs at once'), 'Frees up whenever a run ends.')
  await page.locator('figcaption').getByText(/≈ [\d,]+ of it reserved/).waitFor()
  await look(page, 'running')
  await core.call('settings.update', { practiceRate: 0 })
  assert.deepEqual(complaints, [])
})

test('thirty days are drawn from the ledger, told by pointer, keys and table, with who spent today and a warning from 80 %', { timeout: 240_000 }, async () => {
  const data = join(makeFolder(), 'data')
  const first = await startProcess(data)
  const before = await openWindow(first.url)
  await before.page.getByRole('button', { name: 'Start with the practice model' }).click()
  await messageBox(before.page).waitFor()
  await sayAndWait(before.page, 'add a task to call Ann then delete task 1')
  await before.context.close()
  await first.quit()

  const database = new Database(join(data, 'gatehouse.db'))
  const insert = database.prepare(`INSERT INTO ledger (turn_id, step, chat_id, role, model, at, reserved, used) VALUES (?, 1, 'chat_gone', 'person-chat', 'practice', ?, 0, ?)`)
  const noon = new Date().setHours(12, 0, 0, 0)
  for (let back = 1; back < 30; back += 1) if (back !== 4) insert.run(`turn_past${back}`, noon - back * DAY_MS, 900_000 + 30_000 * ((back * 7) % 13))
  insert.run('turn_today', new Date().setHours(0, 0, 0, 1), 1_650_000)
  database.close()

  const shell = await startProcess(data)
  const window = await openWindow(shell.url)
  const { page } = window
  // A window opens with a new chat, and goes there once it is made.
  await messageBox(page).waitFor()
  await go(page, '#/budget')
  const chart = page.getByRole('group', { name: /^Tokens of each of the last 30 days, at most/ })
  await chart.waitFor()
  assert.equal(await chart.getByRole('img').count(), 30)
  await isNamed(cap(page, 'Tokens today'), 'nearly used up')
  await page.getByRole('navigation').getByRole('button', { name: /^Budget\s+Tokens today: nearly used up$/ }).waitFor()
  const told = page.locator('figcaption')
  await isNamed(told, 'Today, ')
  await isNamed(told, '1,65')
  await section(page, 'Now').getByRole('link', { name: '1 waits in the inbox' }).waitFor()
  await section(page, 'Connectors').getByRole('link', { name: 'Files' }).waitFor()

  // A day without spending is there, and says so.
  const bars = chart.getByRole('img')
  await bars.nth(25).hover()
  await isNamed(told, '0 tokens')
  await parkPointer(page)
  await isNamed(told, 'Today, ')
  const heights = await bars.evaluateAll((all) => all.map((bar) => bar.lastElementChild?.getBoundingClientRect().height ?? -1))
  assert.equal(heights[25], 0)
  assert.equal(heights.indexOf(Math.max(...heights)), 29, 'the day with the most tokens has the highest bar')

  // One stop for Tab; arrows go on from it.
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await isFocused(bars.nth(28))
  await isNamed(told, '1,110,000 tokens · 1 step')
  assert.match(await bars.nth(28).getAttribute('aria-label') ?? '', /: 1,110,000 tokens, 1 step$/)
  await page.keyboard.press('Home')
  await isFocused(bars.first())
  assert.equal(await bars.and(page.locator('[tabindex="0"]')).count(), 1)
  await section(page, 'The last 30 days').evaluate((shown) => { shown.scrollIntoView() })
  await look(page, 'chart')

  await page.getByRole('button', { name: 'The same as a table' }).click()
  const table = page.getByRole('table', { name: /^Tokens, money and steps of each day/ })
  assert.equal(await table.getByRole('row').count(), 31)
  assert.match(await table.getByRole('row').nth(2).innerText(), /1,110,000\s+unknown\s+1$/)
  await shoot(page, 'budget-table')
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'The same as a table' }).click()

  // The same days in money: what nobody said the price of is told, not counted as nothing.
  await page.getByRole('radio', { name: 'Money' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('group', { name: /^Money of each of the last 30 days/ }).waitFor()
  await isNamed(told, '$0.00')
  await isNamed(told, '1 step of unknown cost')
  await look(page, 'money')
  await page.getByRole('radio', { name: 'Tokens' }).click()

  const spenders = section(page, 'Who spent today')
  await spenders.scrollIntoViewIfNeeded()
  await isNamed(spenders.getByRole('row').filter({ hasText: 'a deleted chat' }), '1,650,000')
  await isNamed(spenders.getByRole('row').filter({ hasText: 'You, in chats' }), '100 %')
  await isNamed(section(page, 'Tools used today').getByRole('row').filter({ hasText: 'Create a task' }), /\d+ letters/)
  await section(page, 'Connectors').scrollIntoViewIfNeeded()
  await look(page, 'below')
  await section(page, 'Now').getByRole('link', { name: '1 waits in the inbox' }).click()
  await page.waitForURL(/#\/inbox$/)
  assert.deepEqual(window.complaints, [])
})
