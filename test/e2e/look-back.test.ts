import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ConnectorId } from '../../shared/ids.ts'
import { NO_CHANGE } from '../../shared/what-if.ts'
import { sayAndWait, turnWith } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `look-back-${name}`)

test('a run is checked against today: it agrees, then a tool that asks makes it differ, and the event is a key away', { timeout: 300_000 }, async () => {
  const { page, core } = await openApp()
  await sayAndWait(page, 'add a task to water the roses')
  await turnWith(page, 'add a task to water the roses').getByRole('button', { name: /tokens$/ }).click()
  await page.getByRole('button', { name: 'Show this run' }).click()
  await page.getByRole('button', { name: 'Check against today' }).focus()
  await page.keyboard.press('Enter')
  const region = page.getByRole('region', { name: 'Check of this run' })
  await region.getByText(/^Agrees: the code and the tools of today would do the same in all \d+ events and 2 steps\.$/).waitFor()
  await look(page, 'agrees')

  await core.call('tool.require-approval', { connectorId: ConnectorId.parse('tasks'), tool: 'create_task', required: true })
  await page.getByRole('button', { name: 'Check again' }).focus()
  await page.keyboard.press('Enter')
  await region.getByText(/Differs at event \d+, call 1\.1\. The gate would decide otherwise/).waitFor()
  const words = await region.innerText()
  assert.match(words, /replay_input_changed/)
  assert.match(words, /It runs: Writes run in a chat that has read nothing from outside\./)
  assert.match(words, /It asks: You chose to be asked before each call of this tool\./)
  await look(page, 'differs')
  await region.getByRole('button', { name: 'Show that event' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: /^Event/ }).getByRole('heading', { name: 'The gate decided' }).waitFor()
})

test('other rules are tried on recorded calls by keyboard, and each call leads to its run', { timeout: 300_000 }, async () => {
  const { page, core } = await openApp()
  await page.getByRole('navigation').getByRole('button', { name: 'Runs', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'What-if' }).click()
  await page.getByText('No call was judged in these runs.').waitFor()
  await look(page, 'what-if-empty')
  await page.locator('[data-chat]').first().click()
  await sayAndWait(page, 'add a task to water the roses')
  await sayAndWait(page, 'show my tasks')
  await page.getByRole('navigation').getByRole('button', { name: 'Runs', exact: true }).click()
  await page.getByRole('tab', { name: 'What-if' }).click()
  await page.getByText('2 calls of 2 runs judged; none would have met another verdict.').waitFor()

  await page.getByRole('combobox', { name: 'Judge create_task as' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Destructive', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 calls of 2 runs judged; 1 would have met another verdict.').waitFor()
  await page.getByLabel('Runs an hour, at most').fill('1')
  await page.getByRole('heading', { name: 'Runs that a cap would have held up, oldest first' }).waitFor()
  await look(page, 'what-if')
  await page.getByLabel('Runs an hour, at most').fill('none')
  await page.getByText('A whole number above 0.').waitFor()
  await look(page, 'what-if-wrong')
  await page.getByRole('button', { name: 'As everything was' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 calls of 2 runs judged; none would have met another verdict.').waitFor()
  await page.getByRole('combobox', { name: 'Judge create_task as' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Switched off', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /create_task/ }).getByText('run → denied').waitFor()
  await page.getByRole('button', { name: /create_task/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Run', exact: true }).waitFor()
  // Nothing of it was set.
  assert.deepEqual((await core.call('run.what-if', { back: { runs: 10, days: null }, change: NO_CHANGE })).changed, [])
})
