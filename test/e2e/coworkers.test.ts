import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { see } from './chat.ts'
import { enableTool } from './listed-tool.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `coworkers-${name}`)

test('a coworker is made from a preset, refused with every reason, saved, looked into and run, with the keyboard alone', { timeout: 240_000 }, async () => {
  const { page, core, shell, complaints } = await openApp()

  await go(page, '#/roles')
  await page.getByRole('button', { name: 'New coworker' }).focus()
  await page.keyboard.press('Enter')
  await see(page, /^Each can be changed before it is saved/)
  await look(page, 'presets')
  await page.getByRole('button', { name: /^Release watcher/ }).press('Enter')

  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await page.getByLabel('Dollars a run').fill('0')
  await page.getByLabel('Model steps').fill('many')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await see(page, 'It needs a name.')
  await see(page, /^The budget of a run is more than nothing/)
  await see(page, /^The number of model steps is a whole number/)
  await see(page, /^It isn’t saved: 3 things above/)
  await look(page, 'refused')

  await name.fill('Watcher')
  await page.getByLabel('Dollars a run').fill('0.25')
  await page.getByLabel('Model steps').fill('3')
  const picks = page.getByRole('list', { name: 'Tools it asks for' })
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('tasks')
  await picks.getByRole('checkbox', { name: /List tasks/ }).press('Space')
  await see(page, 'Would not be given: It is not among what a coworker may have.')
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('memories')
  await picks.getByRole('checkbox', { name: /Search memories/ }).press('Space')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('heading', { name: 'Watcher', level: 1 }).waitFor()
  await see(page, /^3 model steps, .*\$0\.25\.$/)
  await see(page, 'The role “Watcher” does not include this tool: it is not in what a coworker may have.')
  await look(page, 'given')

  await go(page, '#/roles')
  await page.getByRole('button', { name: 'Run Watcher' }).press('Enter')
  await page.getByLabel('Task', { exact: true }).fill('what do you know about roses')
  await look(page, 'task')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/#\/chat\/chat_/)
  await see(page, /roses/)
  await page.waitForFunction(() => document.title.startsWith('Watcher: what do you know about roses'))
  await go(page, '#/roles')
  await page.getByRole('button', { name: 'Remove Watcher' }).waitFor()
  await look(page, 'list')
  await page.getByRole('button', { name: 'Remove Watcher' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('button', { name: 'Run Watcher' }).waitFor({ state: 'detached' })

  // A connector that bills, and a grant for it.
  const { connectorId } = await core.call('connector.add', { label: 'Shop', reach: { kind: 'command', command: process.execPath, args: [EVERYTHING, 'stdio'], cwd: null }, values: [] })
  await go(page, `#/connectors/${connectorId}`)
  await page.getByRole('button', { name: 'Its calls cost nothing that you said' }).press('Enter')
  await page.getByLabel('Dollars a call').fill('free')
  await page.getByRole('button', { name: 'Save the price' }).press('Enter')
  await see(page, /^A price is a number above 0/)
  await page.getByLabel('Dollars a call').fill('0.02')
  await page.getByRole('button', { name: 'Save the price' }).press('Enter')
  await page.getByRole('button', { name: 'A call costs $0.02' }).waitFor()
  // A tool of it that costs something else, said, refused where it isn't a price, and taken back.
  await enableTool(core, connectorId, 'echo', 'read')
  await page.getByLabel('Dollars a call of it').fill('0')
  await page.getByRole('button', { name: 'Add its price' }).press('Enter')
  await see(page, 'A price is a number above 0.')
  await page.getByLabel('Dollars a call of it').fill('0.5')
  await page.getByRole('button', { name: 'Add its price' }).press('Enter')
  await page.getByRole('list', { name: 'Tools with a price of their own' }).getByText('$0.5').waitFor()
  await look(page, 'price')
  await page.getByRole('button', { name: /^Remove the price of/ }).press('Enter')
  await page.getByRole('list', { name: 'Tools with a price of their own' }).waitFor({ state: 'detached' })
  await go(page, '#/coworkers/new')
  await page.getByRole('button', { name: /^Inbox reader/ }).press('Enter')
  await page.getByRole('checkbox', { name: 'Shop', exact: true }).press('Space')
  await page.getByLabel('Dollars a run for connectors that bill').fill('2')
  await page.getByLabel('Dollars a day for them').fill('1')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await see(page, 'The allowance of a run is above that of a day.')
  await look(page, 'allowance')
  assert.deepEqual(complaints, [])
  await shell.quit()
})
