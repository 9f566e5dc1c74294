import Database from 'better-sqlite3'
import { join } from 'node:path'
import { NO_FILTER } from '../../shared/run-log.ts'
import { answer, approvalCard, isAnswerable, messageBox, parkPointer, say, sayAndWait, see, toolCard, turnWith } from './chat.ts'
import { addDeadly, DEADLY_CALL, deadlyCard } from './deadly-server.ts'
import { go, pressEscape, type State, type StateSetting } from './state.ts'

/* What was done and stored, and the pages that show it. The first state leads through the first run. */

const main = ({ page }: StateSetting) => page.getByRole('main')
const status = ({ page }: StateSetting, words: string): Promise<void> => page.getByRole('status').filter({ hasText: words }).first().waitFor()
const openTab = async ({ page }: StateSetting, name: RegExp): Promise<void> => { await page.getByRole('tab', { name }).click() }

const empty: readonly State[] = [
  { name: 'no memories', reach: async ({ page, core, host }) => {
    await core.call('settings.update', { practiceRate: 0, privateHosts: [host] })
    await page.getByRole('button', { name: 'Start with the practice model' }).click()
    await messageBox(page).waitFor()
    await go(page, '#/memory')
    await see(page, 'Nothing is remembered yet')
  } },
  { name: 'no tasks', reach: async (setting) => { await openTab(setting, /^Tasks/); await see(setting.page, 'No tasks yet') } },
  { name: 'no runs', reach: async ({ page }) => { await go(page, '#/runs'); await see(page, 'Nothing has run yet') } },
  { name: 'nothing used', reach: async ({ page }) => { await go(page, '#/budget'); await see(page, 'Nothing was used yet') } },
]

const memory: readonly State[] = [
  { name: 'a memory being written', reach: async (setting) => {
    await go(setting.page, '#/memory')
    await main(setting).getByRole('button', { name: 'Add a memory' }).first().click()
    await setting.page.keyboard.insertText('The dog is called Rex')
  }, leave: async (setting) => { await setting.page.keyboard.press('Control+Enter'); await setting.page.getByRole('listitem', { name: /Rex/ }).waitFor() } },
  { name: 'memories, one of them from outside', reach: async (setting) => {
    const { page, core, host } = setting
    await core.call('memory.add', { text: 'Ann likes tea' })
    await page.locator('[data-chat]').first().click()
    await messageBox(page).waitFor()
    await sayAndWait(page, `fetch http://${host}/notes then remember that version 3 is out`)
    await isAnswerable(page)
    await answer(page, 'approve')
    await approvalCard(page).waitFor({ state: 'detached' })
    await go(page, '#/memory')
    await page.getByRole('listitem').filter({ hasText: 'version 3' }).waitFor()
  } },
  { name: 'where a memory comes from', reach: async ({ page }) => {
    await page.getByRole('button', { name: /^outside text ·/ }).first().click()
    await see(page, 'Written after reading text that isn’t yours')
  }, leave: pressEscape },
  { name: 'memories searched in vain', reach: async (setting) => { await main(setting).getByRole('searchbox').fill('zzz'); await see(setting.page, 'Nothing here holds “zzz”.') }, leave: async (setting) => { await main(setting).getByRole('searchbox').fill('') } },
  { name: 'a memory just deleted', reach: async ({ page }) => {
    await page.getByRole('listitem', { name: 'Memory: Ann likes tea' }).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  } },
  { name: 'a task being written', reach: async (setting) => {
    await openTab(setting, /^Tasks/)
    await main(setting).getByRole('button', { name: 'Add a task' }).first().click()
    await setting.page.keyboard.insertText('Water the plants')
    await setting.page.getByLabel('Due').fill('2020-02-03')
  }, leave: async ({ page }) => { await page.keyboard.press('Control+Enter'); await page.getByRole('listitem', { name: /Water/ }).waitFor() } },
  { name: 'tasks, one of them overdue', reach: async ({ page, core }) => {
    await core.call('task.add', { title: 'Call Ann', notes: 'About the report', due: null })
    await page.getByRole('listitem', { name: /Call Ann/ }).waitFor()
    await see(page, /^overdue since/)
  } },
]

const runs: readonly State[] = [
  { name: 'all runs', reach: async (setting) => {
    await go(setting.page, '#/runs')
    await status(setting, '1 run')
  } },
  { name: 'a run, event by event', reach: async ({ page }) => {
    await page.getByRole('list', { name: /^Runs/ }).getByRole('button').first().click()
    await page.getByRole('list', { name: 'Events of this run' }).getByRole('button').last().click()
  } },
  { name: 'an event as it is stored', reach: async ({ page }) => { await page.getByRole('button', { name: 'The event as it is stored' }).click(); await page.getByText('turn.ended', { exact: true }).first().waitFor() }, leave: async ({ page }) => { await page.getByRole('button', { name: 'All runs' }).click() } },
  { name: 'runs filtered in vain', reach: async (setting) => { await main(setting).getByRole('searchbox').fill('zzz'); await see(setting.page, 'Nothing fits what you chose.') }, leave: async ({ page }) => { await page.getByRole('button', { name: 'Clear the filters' }).click() } },
  { name: 'the log of decisions', reach: async (setting) => { await openTab(setting, /^Audit/); await setting.page.getByRole('list', { name: /^Decisions/ }).getByRole('button').first().waitFor() } },
  { name: 'a chain that holds', reach: async (setting) => { await setting.page.getByRole('button', { name: 'Check now' }).click(); await status(setting, 'are as they were stored.') } },
  { name: 'no sets of runs', reach: async ({ page }) => { await go(page, '#/runs/cases'); await see(page, 'No sets of runs') } },
  { name: 'a set of runs being chosen', reach: async ({ page }) => { await page.getByRole('button', { name: 'New set' }).click(); await page.getByRole('dialog').getByRole('checkbox').first().click() }, leave: pressEscape },
  { name: 'what running a set again takes', reach: async ({ page, core }) => {
    const { rows } = await core.call('runs.list', { filter: NO_FILTER, offset: 0, limit: 1 })
    await core.call('case-set.save', { setId: null, name: 'Good runs', turnIds: rows.map(({ id }) => id) })
    await page.getByRole('button', { name: 'Run again… Good runs' }).click()
    await see(page, /^1 run, about/)
  } },
  { name: 'a case run beside what was recorded', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await see(page, '1 of 1 over')
    await page.getByRole('table').getByText('same calls').waitFor()
  } },
  { name: 'sets and case runs', reach: async ({ page }) => { await page.getByRole('button', { name: 'Back to case runs' }).click(); await see(page, '1 of 1 over') } },
]

const budget: readonly State[] = [
  { name: 'what was used', reach: async ({ page }) => { await go(page, '#/budget'); await page.getByRole('region', { name: 'Who spent today' }).getByRole('link').first().waitFor() } },
  { name: 'the days as a table', reach: async ({ page }) => { await page.getByRole('button', { name: /table/i }).click(); await page.getByRole('table').first().waitFor() } },
  { name: 'a cap being changed', reach: async ({ page }) => { await page.getByRole('button', { name: 'Change the cap: Tokens today' }).click(); await page.getByRole('main').getByRole('textbox').waitFor() } },
  { name: 'a cap that is refused', reach: async ({ page }) => {
    await page.getByRole('main').getByRole('textbox').fill('lots')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('alert').waitFor()
  }, leave: async ({ page }) => { await page.keyboard.press('Escape') } },
]

const chat: readonly State[] = [
  { name: 'a call that may have run', reach: async ({ page, core }) => {
    await addDeadly(core)
    await page.keyboard.press('Alt+n')
    await page.getByText('What should get done?').waitFor()
    await say(page, DEADLY_CALL)
    await deadlyCard(page).getByRole('button', { name: 'Leave it' }).and(page.locator(':not([aria-disabled])')).waitFor()
    await parkPointer(page)
  } },
  { name: 'it may have run, in the inbox', reach: async ({ page }) => { await go(page, '#/inbox'); await deadlyCard(page).waitFor() } },
  { name: 'saying that it happened', reach: async ({ page }) => { await deadlyCard(page).getByRole('button', { name: 'It happened…' }).and(page.locator(':not([aria-disabled])')).click(); await page.getByRole('dialog').waitFor() }, leave: pressEscape },
  { name: 'running it again', reach: async ({ page }) => { await deadlyCard(page).getByRole('button', { name: 'Run again…' }).click(); await page.getByRole('alertdialog').waitFor() }, leave: async (setting) => {
    await pressEscape(setting)
    await deadlyCard(setting.page).getByRole('button', { name: 'Leave it' }).click()
    // What is answered stays in the inbox until one goes on.
    await go(setting.page, '#/runs')
    await status(setting, 'run')
  } },
  { name: 'a summary in place of what was said', reach: async ({ page }) => {
    await page.keyboard.press('Alt+n')
    await page.getByText('What should get done?').waitFor()
    for (const words of ['say the first thing', 'say the second thing', 'say the third thing']) await sayAndWait(page, words)
    await say(page, 'outgrow the window')
    await see(page, 'so the chat fits again')
    await turnWith(page, 'outgrow the window').getByRole('button', { name: /^Earlier messages were summarised/ }).press('Enter')
    await page.getByText('Summary by rule of 1 message').waitFor()
  } },
  { name: 'texts that were not kept', reach: async ({ page, core }) => {
    await page.keyboard.press('Alt+n')
    await page.getByText('What should get done?').waitFor()
    await core.call('settings.update', { capture: 'metadata' })
    await sayAndWait(page, 'remember that quasars are far away')
    await see(page, /These texts are not kept \(capture level metadata\)/)
    await page.reload()
    const turn = page.locator('article').last()
    await toolCard(turn, 'Add a memory').getByRole('button').first().click()
    await core.call('settings.update', { capture: 'io' })
  } },
  { name: 'a backup that was looked through', reach: async ({ page, data }) => {
    await go(page, '#/settings/data')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export everything' }).click()])
    const file = join(data, 'kept.backup')
    await download.saveAs(file)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a backup' }).click()])
    await chooser.setFiles(file)
    await page.getByRole('dialog', { name: 'Import this backup?' }).waitFor()
  } },
  { name: 'a backup that waits for the next start', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Import at the next start' }).click()
    await page.getByRole('button', { name: 'Take it back' }).waitFor()
  }, leave: async ({ page }) => { await page.getByRole('button', { name: 'Take it back' }).click(); await see(page, 'Nothing is imported.') } },
  ...['capture', 'notifications'].map((section): State => ({ name: `settings, ${section}`, reach: async ({ page }) => { await go(page, `#/settings/${section}`); await page.waitForFunction(() => document.activeElement instanceof HTMLHeadingElement) } })),
]

const broken: readonly State[] = [
  { name: 'a chain that does not hold', reach: async (setting) => {
    const { page, data } = setting
    const database = new Database(join(data, 'gatehouse.db'))
    database.exec(`DROP TRIGGER events_never_change; UPDATE events SET header = replace(header, '"verdict":"ask"', '"verdict":"nay"') WHERE kind = 'gate.decided' AND header LIKE '%"ask"%'`)
    database.close()
    await go(page, '#/runs/audit')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('alert').filter({ hasText: 'The chain does not hold.' }).waitFor()
  } },
  { name: 'a run that can be read only in part', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Show its run' }).click()
    await page.getByRole('alert').filter({ hasText: 'This run can be read only up to here.' }).waitFor()
  } },
]

export const recordStates: readonly State[] = [...empty, ...memory, ...runs, ...budget, ...chat, ...broken]
