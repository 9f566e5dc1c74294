import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { CoworkerId } from '../../shared/coworker.ts'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { answer, isAnswerable, see } from './chat.ts'
import { openCore } from './core-door.ts'
import { enableTool } from './listed-tool.ts'
import { assertNoBarrier } from './looks.ts'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `jobs-${name}`)

test('a person makes a job that asks, a specialist that is refused and mended and works for a job unasked, and answers the first from the inbox after a restart', { timeout: 240_000 }, async () => {
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

  // A specialist from a preset: what its grant doesn't cover is refused by name, and covered once it is granted.
  const { connectorId } = await core.call('connector.add', { label: 'Letters', reach: { kind: 'command', command: process.execPath, args: [EVERYTHING, 'stdio'], cwd: null }, values: [] })
  await enableTool(core, connectorId, 'echo', 'read')
  await page.getByRole('navigation').getByRole('button', { name: 'Coworkers', exact: true }).click()
  await page.getByRole('button', { name: 'New coworker' }).click()
  await page.getByRole('button', { name: /^Inbox reader/ }).click()
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('echo')
  await page.getByRole('list', { name: 'Tools it asks for' }).getByRole('checkbox', { name: /Echo/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await see(page, /belongs to Letters, which its grant doesn’t cover/u)
  await page.getByRole('checkbox', { name: 'Letters', exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Inbox reader', level: 1 }).waitFor()

  // It works for a job, with what it has, and nobody is asked.
  await page.getByRole('navigation').getByRole('button', { name: 'Jobs', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'New job' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Read the letters')
  await page.getByRole('textbox', { name: 'What is to be done' }).fill(`call ${connectorId}__echo {"message": "three letters"}`)
  await page.getByRole('combobox', { name: 'Who does it' }).click()
  await page.getByRole('option', { name: 'Inbox reader' }).click()
  await page.getByRole('checkbox', { name: 'Create a task' }).waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Letters: Echo' }).getByText('Runs', { exact: true }).waitFor()
  await look(page, 'coworker')
  await page.getByRole('button', { name: 'Create the job' }).click()
  await page.getByRole('heading', { name: 'Read the letters' }).waitFor()
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Started by you' }).getByText('Completed').waitFor()
  await look(page, 'specialist')
  // What is refused is told at once, also to those who listen.
  await core.call('settings.update', { practiceRate: 1 })
  const { turnId } = await core.call('coworker.run', { id: CoworkerId.parse('inbox-reader'), task: 'help' })
  await page.getByRole('button', { name: 'Run now' }).click()
  await see(page, '“Inbox reader” is at work already (1 of 1).')
  await look(page, 'busy')
  await core.call('turn.stop', { turnId })
  await core.call('settings.update', { practiceRate: 0 })
  await page.getByRole('listitem').filter({ hasText: 'Started by you' }).getByRole('button', { name: 'Show' }).click()
  await see(page, /three letters/u)
  const asked = await new Promise((resolve) => { core.watch('questions.watch', {}, (item) => { if (item.kind === 'snapshot') resolve(item.rows.map(({ tool }) => tool)) }) })
  assert.deepEqual(asked, ['create_task'], 'the first job’s question is the only one')
  assert.deepEqual(complaints, [])
  await context.close()
  await shell.kill()

  // Another process, days later as far as it is concerned: the question is still there, and its answer lets the run go on.
  const again = await startProcess(data)
  const later = await openWindow(again.url)
  await later.page.getByRole('navigation').getByRole('button', { name: /^Inbox(?! reader)/ }).click()
  await isAnswerable(later.page)
  await answer(later.page, 'approve')
  await see(later.page, 'You answered: approved once')
  const door = await openCore(later)
  const ran = await new Promise((resolve) => { const end = door.watch('jobs.watch', {}, (item) => { for (const row of item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []) if (row.name === 'Morning task' && row.lastRun?.status === 'completed') { resolve(row.state.state); queueMicrotask(() => { end() }) } }) })
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
  await later.page.getByRole('main').getByRole('button', { name: /^Morning task/ }).waitFor({ state: 'detached' })
  await later.page.getByRole('button', { name: 'Undo' }).click()
  await later.page.getByRole('main').getByRole('button', { name: /^Morning task/ }).waitFor()
  assert.deepEqual(later.complaints, [])
  await again.quit()
})
