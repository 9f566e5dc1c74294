import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { answer, isAnswerable, see } from './chat.ts'
import { openCore } from './core-door.ts'
import { assertNoBarrier } from './looks.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `jobs-${name}`)

test('a person makes a job, sees what it would do, and answers what it asked from the inbox after a restart', async () => {
  const data = makeFolder()
  const shell = await startProcess(data)
  const { page, context, complaints } = await openWindow(shell.url)
  const core = await openCore({ page, context })
  await core.call('settings.update', { practiceRate: 0 })

  // Empty, and taught.
  await page.getByRole('navigation').getByRole('button', { name: 'Jobs', exact: true }).click()
  await see(page, 'No jobs yet')
  assert.equal(await page.title(), 'Jobs & webhooks · Gatehouse')
  await look(page, 'empty')

  // What can't be saved is said at its field, and nothing is saved.
  await page.getByRole('main').getByRole('button', { name: 'New job' }).first().click()
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 0 30 2 *')
  await see(page, '“0 0 30 2 *” never comes: there is no such day.')
  await page.getByRole('button', { name: 'Create the job' }).click()
  await see(page, 'A job needs a name.')
  await look(page, 'refused')

  // What it would do is said before it is saved.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Morning task')
  await page.getByRole('textbox', { name: 'What is to be done' }).fill('add a task to water the plants')
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 7 * * *')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin')
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await page.getByRole('checkbox', { name: 'Create a task' }).check()
  await see(page, 'Each call waits in the inbox for your answer, and the run with it.')
  await see(page, /^It would run .*07:30 GMT\+[12]/u)
  await look(page, 'editor')
  await page.getByRole('button', { name: 'Create the job' }).click()

  // Its own page; run by hand, it waits for the person.
  await page.getByRole('heading', { name: 'Morning task' }).waitFor()
  await see(page, 'It never ran')
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('button', { name: 'Answer in the inbox' }).waitFor()
  await see(page, /^Started by you/u)
  await look(page, 'waiting')
  assert.deepEqual(complaints, [])
  await context.close()
  await shell.kill()

  // Another process, days later as far as it is concerned: the question is still there, and its answer lets the run go on.
  const again = await startProcess(data)
  const later = await openWindow(again.url)
  await later.page.getByRole('navigation').getByRole('button', { name: /^Inbox/ }).click()
  await isAnswerable(later.page)
  await answer(later.page, 'approve')
  await see(later.page, 'You answered: approved once')
  const door = await openCore(later)
  const ran = await new Promise((resolve) => { const end = door.watch('jobs.watch', {}, (item) => { for (const row of item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []) if (row.lastRun?.status === 'completed') { resolve(row.state.state); queueMicrotask(() => { end() }) } }) })
  assert.equal(ran, 'scheduled')
  assert.deepEqual((await door.call('task.list', { query: '', show: 'open', offset: 0, limit: 10 })).rows.map(({ title }) => title), ['water the plants'])
  await later.page.getByRole('navigation').getByRole('button', { name: 'Jobs', exact: true }).click()
  await later.page.getByRole('main').getByRole('button', { name: /^Morning task/ }).click()
  await later.page.getByRole('listitem').filter({ hasText: 'Started by you' }).getByText('Completed').waitFor()
  await look(later.page, 'done')

  // Off, and gone, and back.
  await later.page.getByRole('button', { name: 'All jobs' }).click()
  await later.page.getByRole('switch', { name: 'Morning task starts by itself' }).click()
  await later.page.getByRole('listitem').getByText('Off', { exact: true }).waitFor()
  await look(later.page, 'list')
  await later.page.getByRole('main').getByRole('button', { name: /^Morning task/ }).click()
  await later.page.getByRole('button', { name: 'Delete' }).click()
  await see(later.page, 'No jobs yet')
  await later.page.getByRole('button', { name: 'Undo' }).click()
  await later.page.getByRole('main').getByRole('button', { name: /^Morning task/ }).waitFor()
  assert.deepEqual(later.complaints, [])
  await again.quit()
})
