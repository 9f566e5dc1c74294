import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pressButton, tick } from './by-key.ts'
import { sayAndWait, see } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `cases-${name}`)

test('runs are put into a set, run again with another system prompt, and stand in a table beside what they were, each next to its original', { timeout: 300_000 }, async () => {
  const { page, core } = await openApp()
  await go(page, '#/runs/cases')
  await see(page, 'No sets of runs')
  await look(page, 'empty')
  for (const words of ['add a task to water the roses', 'remember that the dog is called Rex', 'hello']) {
    if (words === 'hello') await core.call('settings.update', { capture: 'none' })
    await go(page, '#/new')
    await sayAndWait(page, words)
  }
  await core.call('settings.update', { capture: 'io' })

  await go(page, '#/runs/cases')
  await pressButton(page, 'New set')
  await page.getByRole('dialog', { name: 'New set' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Things to note')
  await tick(page, /water the roses/)
  await tick(page, /Rex/)
  await tick(page, /A run of which no text is kept/)
  await see(page, '3 runs chosen.')
  await look(page, 'choosing')
  await pressButton(page, 'Save')

  await pressButton(page, 'Run again… Things to note')
  await page.getByRole('dialog', { name: 'Run Things to note again' }).waitFor()
  await see(page, /2 runs, about [\d,]+ tokens/)
  await see(page, '1 run can’t be run again')
  await page.getByRole('textbox', { name: /^System prompt/ }).fill('Be brief.')
  await tick(page, /^Tasks: .*once/)
  await look(page, 'starting')
  await pressButton(page, 'Start')

  await see(page, '3 of 3 over')
  await see(page, '2 runs made the same calls, 0 made others, 1 could not be run')
  await see(page, 'Allowed to run again: tool:tasks__create_task.')
  const table = page.getByRole('table', { name: 'What became of each run, then and now' })
  await table.getByText('same calls').nth(1).waitFor()
  await look(page, 'table')
  await pressButton(page, /^Compare with the run it came from: add a task/)
  await page.getByRole('region', { name: 'Both runs' }).getByText('taken from the record').first().waitFor()
  await pressButton(page, 'Back to the run')

  await table.getByRole('button', { name: /water the roses/ }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Events of this run' }).waitFor()
  await pressButton(page, 'All runs')
  await table.waitFor()
  await pressButton(page, 'Back to case runs')
  await see(page, '3 of 3 over')
  await look(page, 'sets')

  // Its branches are among all runs, each with its mark; the recorded run is what its chat goes on showing.
  await go(page, '#/runs')
  await page.getByRole('list', { name: /^Runs/ }).getByText('case run', { exact: true }).nth(1).waitFor()
  await look(page, 'marks')
})
