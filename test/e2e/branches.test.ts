import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { chooseOption, pressButton } from './by-key.ts'
import { answer, isAnswerable, isFocused, sayAndWait, see, turnWith } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `branch-${name}`)

/** A run that opens gives the focus to its last event once it is read. */
const isOpen = (page: Page): Promise<void> => isFocused(page.getByRole('list', { name: 'Events of this run' }).getByRole('button').last())

test('a run is gone on from with another message: the branch stops at a new write, stands beside its original, and goes on once the person lets the call through', { timeout: 300_000 }, async () => {
  const { page, core } = await openApp()
  await sayAndWait(page, 'add a task to water the roses')
  await turnWith(page, 'add a task to water the roses').getByRole('button', { name: /tokens$/ }).click()
  await page.getByRole('button', { name: 'Show this run' }).click()
  await isOpen(page)
  await pressButton(page, 'Branch from step 2')
  await page.getByRole('dialog', { name: 'Branch from here' }).waitFor()
  await chooseOption(page, 'From step', 'Step 1')
  await page.getByRole('textbox', { name: 'Your message' }).fill('add a task to feed the cat')
  await look(page, 'dialog')
  await pressButton(page, 'Start the branch')

  await see(page, 'A branch, from step 1 on.')
  await see(page, /stopped before tasks create_task: it changes something, and the original made no such call there\. Nothing ran\./)
  await look(page, 'stopped')
  await pressButton(page, 'Compare')
  const sides = page.getByRole('region', { name: 'Both runs' })
  await sides.getByRole('heading', { name: 'This run, a branch' }).waitFor()
  await sides.getByRole('heading', { name: 'The other run', exact: true }).waitFor()
  await sides.getByText('not in the other run').first().waitFor()
  await look(page, 'compared')
  await pressButton(page, 'Back to the run')
  await isOpen(page)

  await pressButton(page, 'Let this call through')
  await isAnswerable(page)
  await see(page, /^The branch before stopped at this call/)
  await look(page, 'let-through')
  await answer(page, 'approve')
  await turnWith(page, 'feed the cat').getByRole('button', { name: /tokens$/ }).waitFor()
  const { rows } = await core.call('task.list', { query: '', show: 'all', offset: 0, limit: 10 })
  assert.deepEqual(rows.map(({ title }) => title).toSorted(), ['feed the cat', 'water the roses'])
})
