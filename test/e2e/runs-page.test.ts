import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { answer, isAnswerable, isFocused, messageBox, sayAndWait, see, turnWith } from './chat.ts'
import { openCore } from './core-door.ts'
import { servePages } from './page-server.ts'
import { go } from './state.ts'
import { turnOf } from '../runs/chain-place.ts'
import { called, decided, stepEnded, stepStarted, toolEnded, toolStarted, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, storeTurn } from '../store/store-place.ts'
import { chooseOption } from './by-key.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `runs-${name}`)

const list = (page: Page, name: 'Runs' | 'Decisions'): Locator => page.getByRole('list', { name: new RegExp(`^${name}`, 'u') })
const place = (page: Page, text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor()

test('all runs are listed, one is gone through with the keyboard alone, and the log of decisions is exported, checked and broken', { timeout: 300_000 }, async () => {
  const { page, core, complaints, folder } = await openApp()
  const { host } = await servePages({ '/notes': '<h1>Notes</h1><p>Water is wet.</p>' })
  await core.call('settings.update', { privateHosts: [host] })

  // Empty, and taught; reached from the rail.
  await page.getByRole('navigation').getByRole('button', { name: 'Runs', exact: true }).focus()
  await page.keyboard.press('Enter')
  await see(page, 'Nothing has run yet')
  assert.equal(await page.title(), 'Runs · Gatehouse')
  await look(page, 'empty')

  await page.locator('[data-chat]').first().click()
  await sayAndWait(page, 'add a task to water the roses')
  await sayAndWait(page, 'delete task 1')
  await isAnswerable(page)
  await answer(page, 'reject')
  await page.locator('[data-question]').waitFor({ state: 'detached' })
  await sayAndWait(page, `fetch http://${host}/notes`)

  // From a turn's details straight to its run.
  await turnWith(page, 'add a task to water the roses').getByRole('button', { name: /tokens$/ }).click()
  await page.getByRole('button', { name: 'Show this run' }).click()
  await page.getByRole('heading', { name: 'Run', exact: true }).waitFor()
  const events = page.getByRole('list', { name: 'Events of this run' })
  await isFocused(events.getByRole('button').last())
  await page.keyboard.press('Home')
  await place(page, 'Event 1 of')
  await isFocused(events.getByRole('button', { name: /^The run began/ }))
  const moment = page.getByRole('region', { name: /^Event/ })
  assert.match(await moment.innerText(), /add a task to water the roses/)
  assert.doesNotMatch(await moment.innerText(), /Create a task/)
  assert.match(await moment.innerText(), /Steps\s+0 of 12/)
  await page.keyboard.press('ArrowRight')
  await place(page, 'Event 2 of')
  assert.match(await moment.innerText(), /Set aside for the open step/)
  await page.keyboard.press('ArrowLeft')
  await place(page, 'Event 1 of')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await moment.getByRole('group', { name: 'Call: Create a task' }).waitFor()
  await page.keyboard.press('End')
  await moment.getByText('The run has ended: completed.').waitFor()
  await moment.getByRole('button', { name: 'The event as it is stored' }).focus()
  await page.keyboard.press('Enter')
  await moment.getByText('turn.ended', { exact: true }).first().waitFor()
  await look(page, 'show')

  // The list by keyboard: newest first, arrows move, Enter opens, and back leads to where it was.
  await page.getByRole('button', { name: 'All runs' }).focus()
  await page.keyboard.press('Enter')
  await list(page, 'Runs').getByRole('button').nth(2).waitFor()
  assert.deepEqual((await list(page, 'Runs').getByRole('button').allInnerTexts()).map((text) => text.split('\n')[0]), [`fetch http://${host}/notes`, 'delete task 1', 'add a task to water the roses'])
  await list(page, 'Runs').getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await isFocused(list(page, 'Runs').getByRole('button').nth(1))
  await look(page, 'list')
  await page.keyboard.press('Enter')
  await place(page, 'Event ')
  await page.getByRole('button', { name: 'All runs' }).focus()
  await page.keyboard.press('Enter')
  await isFocused(list(page, 'Runs').getByRole('button', { name: /^delete task 1/ }))

  // Filters.
  await chooseOption(page, 'Decision', 'rejected')
  await place(page, '1 run')
  await list(page, 'Runs').getByRole('button', { name: /^delete task 1/ }).waitFor()
  await chooseOption(page, 'Class', 'read')
  await see(page, 'Nothing fits what you chose.')
  await look(page, 'nothing')
  await page.getByRole('button', { name: 'Clear the filters' }).focus()
  await page.keyboard.press('Enter')
  await place(page, '3 runs')
  await page.getByRole('checkbox', { name: 'Tainted only' }).focus()
  await page.keyboard.press('Space')
  await place(page, '1 run')
  await page.keyboard.press('Space')
  await page.keyboard.press('/')
  await isFocused(page.getByRole('main').getByRole('searchbox'))
  await page.keyboard.insertText('wet')
  await place(page, '1 run')
  await page.keyboard.press('Escape')
  await place(page, '3 runs')

  // From the search over all chats to the runs that hold the words.
  await page.getByRole('searchbox', { name: 'Search all chats' }).fill('wet')
  const inRuns = page.getByRole('link', { name: 'Look for “wet” in all runs' })
  await inRuns.focus()
  await look(page, 'search')
  await page.keyboard.press('Enter')
  await place(page, '1 run')
  assert.equal(await page.getByRole('main').getByRole('searchbox').inputValue(), 'wet')
  await page.getByRole('main').getByRole('searchbox').fill('')
  await page.getByRole('searchbox', { name: 'Search all chats' }).fill('')

  // The log.
  await page.getByRole('tab', { name: 'All runs' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await list(page, 'Decisions').getByRole('button').nth(2).waitFor()
  const [, rejected, wrote] = await list(page, 'Decisions').getByRole('button').allInnerTexts()
  assert.match(rejected ?? '', /destructive[\s\S]*asked[\s\S]*Destructive calls always ask\.[\s\S]*rejected by you[\s\S]*never ran/iu)
  assert.match(wrote ?? '', /write[\s\S]*let run[\s\S]*Writes run in a chat that has read nothing from outside\.[\s\S]*done/iu)
  await page.getByRole('button', { name: 'Check now' }).focus()
  await page.keyboard.press('Enter')
  await place(page, 'are as they were stored.')
  await look(page, 'audit')

  // Taken along, it holds; broken, the first bad line is named.
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as JSON Lines' }).click()])
  const file = join(folder, 'audit.jsonl')
  await download.saveAs(file)
  assert.match(download.suggestedFilename(), /^gatehouse-audit-\d{4}-\d\d-\d\d\.jsonl$/u)
  assert.match(execFileSync(process.execPath, [join(ROOT, 'scripts', 'run.mjs'), 'verify', file], { encoding: 'utf8' }), /^The chain holds: \d+ records/u)

  // A line of the log leads to the moment it is about.
  await list(page, 'Decisions').getByRole('button').nth(1).focus()
  await page.keyboard.press('Enter')
  await isFocused(events.getByRole('button', { name: /^It called a tool/ }))
  await page.getByRole('button', { name: 'All runs' }).click()
  await isFocused(list(page, 'Decisions').getByRole('button').nth(1))

  // Somebody changes the database; the check names the record, and its run is shown up to there.
  const database = new Database(join(folder, 'data', 'gatehouse.db'))
  database.exec(`DROP TRIGGER events_never_change; UPDATE events SET header = replace(header, '"verdict":"ask"', '"verdict":"nay"') WHERE kind = 'gate.decided' AND header LIKE '%"ask"%'`)
  database.close()
  await page.getByRole('button', { name: 'Check now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'The chain does not hold.' }).waitFor()
  await look(page, 'broken')
  await page.getByRole('button', { name: 'Show its run' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'This run can be read only up to here. Event 5' }).waitFor()
  await look(page, 'broken-run')

  // Deleted, ids, times and outcomes stay.
  await page.getByRole('button', { name: 'Open its chat' }).click()
  await messageBox(page).waitFor()
  await go(page, '#/runs')
  const row = list(page, 'Runs').getByRole('button', { name: /^add a task to water the roses/ })
  await row.waitFor()
  const chats = await core.call('runs.list', { filter: { query: '', status: null, role: null, connectorId: null, toolClass: null, decision: null, from: null, to: null, tainted: false }, offset: 0, limit: 1 })
  const chat = chats.rows[0]?.chat ?? null
  assert.ok(chat !== null)
  await core.call('chat.delete', { chatId: chat.chatId })
  await row.waitFor({ state: 'detached' })
  assert.equal(await list(page, 'Runs').getByRole('button', { name: /^Deleted chat/ }).count(), 3)
  await look(page, 'deleted')
  await list(page, 'Runs').getByRole('button').last().click()
  await see(page, 'Its chat was deleted: ids, times and outcomes are left, and nothing that was said.')
  assert.deepEqual(complaints, [])
})

test('three hundred runs scroll, keep their place when one of them was looked at, and can be checked while more arrive', { timeout: 180_000 }, async () => {
  const folder = join(makeFolder(), 'data')
  const stored = openPlace(folder)
  stored.chats.create(CHAT, 1)
  for (let run = 0; run < 300; run += 1) storeTurn(stored, `say number ${run}`, [stepStarted(1), called(`c${run}`, '1.1'), stepEnded(1), decided(`c${run}`, 'run'), toolStarted(`c${run}`), toolEnded(`c${run}`, 'ok', 'ran'), turnEnded()], turnOf(`r${String(run).padStart(3, '0')}`))
  stored.close()
  const shell = await startProcess(folder)
  const window = await openWindow(shell.url)
  const { page } = window
  const core = await openCore(window)
  await page.getByRole('navigation').getByRole('button', { name: 'Runs', exact: true }).click()
  await place(page, '300 runs')
  const rows = list(page, 'Runs').getByRole('button')
  assert.ok(await rows.count() < 60, 'only those in sight are drawn')
  await rows.first().focus()
  await page.keyboard.press('End')
  await isFocused(list(page, 'Runs').getByRole('button', { name: /^say number 0 / }))
  await page.keyboard.press('ArrowUp')
  await isFocused(list(page, 'Runs').getByRole('button', { name: /^say number 1 / }))
  await page.keyboard.press('Enter')
  await place(page, 'Event 8 of 8')
  await page.getByRole('button', { name: 'All runs' }).click()
  await isFocused(list(page, 'Runs').getByRole('button', { name: /^say number 1 / }))

  // What arrives meanwhile moves no row under the focus, and is one press away.
  await core.call('settings.update', { practiceRate: 0, caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
  const chatId = (await core.call('chat.create', {})).chatId
  await core.call('turn.start', { chatId, parentTurnId: null, message: [{ origin: 'typed', text: 'one more', vouched: true }] })
  await place(page, 'Something changed.')
  await isFocused(list(page, 'Runs').getByRole('button', { name: /^say number 1 / }))
  await page.getByRole('button', { name: 'Show it' }).click()
  await place(page, '301 runs')
  await page.getByRole('tab', { name: 'Audit' }).click()
  await place(page, '300 entries')
  await page.getByRole('button', { name: 'Check now' }).click()
  await place(page, 'are as they were stored.')
  assert.deepEqual(window.complaints, [])
})
