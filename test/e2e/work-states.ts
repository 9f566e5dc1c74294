import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CoworkerId } from '../../shared/coworker.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { NO_FILTER } from '../../shared/run-log.ts'
import { messageBox, parkPointer, sayAndWait, see, turnWith } from './chat.ts'
import { go, pressEscape, type State, type StateSetting } from './state.ts'

/* Work that nobody watches, who does it, and what it leans on. The first state leads through the first run. */

const TASKS = ConnectorId.parse('tasks')
const WATCHER = CoworkerId.parse('watcher')
const SECRET = 'a secret of more than sixteen letters'
const main = ({ page }: StateSetting) => page.getByRole('main')

const roles: readonly State[] = [
  { name: 'the roles', reach: async ({ page, core }) => {
    await core.call('settings.update', { practiceRate: 0 })
    await page.getByRole('button', { name: 'Start with the practice model' }).click()
    await messageBox(page).waitFor()
    await go(page, '#/roles')
    await see(page, /^Every run has a role/)
  } },
  { name: 'what a role is given', reach: async ({ page }) => { await go(page, '#/roles/goal-agent'); await page.getByRole('heading', { name: 'What the model receives' }).waitFor() } },
  { name: 'a role without tools', reach: async ({ page }) => { await go(page, '#/roles/webhook-summary'); await see(page, 'No tools: none are described to the model.') } },
  { name: 'a role that is not there', reach: async ({ page }) => { await go(page, '#/roles/coworker%3Agone'); await see(page, 'No such role') } },
  { name: 'presets of coworkers', reach: async ({ page }) => { await go(page, '#/coworkers/new'); await see(page, /^Each can be changed before it is saved/) } },
  { name: 'a profile that is refused', reach: async ({ page }) => {
    await page.getByRole('button', { name: /^Release watcher/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByLabel('Dollars a run').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await see(page, 'It needs a name.')
  } },
  { name: 'a saved profile', reach: async ({ page }) => {
    await page.getByLabel('Name', { exact: true }).fill('Watcher')
    await page.getByLabel('Dollars a run').fill('0.25')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Watcher', level: 1 }).waitFor()
  } },
  { name: 'a task for a coworker', reach: async ({ page }) => { await go(page, '#/roles'); await page.getByRole('button', { name: 'Run Watcher' }).click(); await page.getByLabel('Task', { exact: true }).fill('look for news') }, leave: pressEscape },
]

const jobs: readonly State[] = [
  { name: 'no jobs', reach: async ({ page }) => { await go(page, '#/jobs'); await see(page, 'No jobs yet') } },
  { name: 'a job that is refused', reach: async (setting) => {
    await main(setting).getByRole('button', { name: 'New job' }).first().click()
    await setting.page.getByRole('textbox', { name: 'Cron expression' }).fill('0 0 30 2 *')
    await setting.page.getByRole('button', { name: 'Create the job' }).click()
    await see(setting.page, 'A job needs a name.')
  } },
  { name: 'what a job would do', reach: async ({ page }) => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Morning task')
    await page.getByRole('textbox', { name: 'What is to be done' }).fill('add a task to water the plants')
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 7 * * *')
    await page.getByRole('button', { name: /^Tasks/ }).click()
    await page.getByRole('checkbox', { name: 'Create a task' }).check()
    await see(page, 'Each call waits in the inbox for your answer, and the run with it.')
  } },
  { name: 'a job whose run waits', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Create the job' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('button', { name: 'Answer in the inbox' }).waitFor()
  } },
  { name: 'jobs', reach: async ({ page }) => { await page.getByRole('button', { name: 'All jobs' }).click(); await page.getByRole('switch', { name: 'Morning task starts by itself' }).waitFor() } },
  { name: 'a question of a job, in the inbox', reach: async ({ page }) => { await go(page, '#/inbox'); await page.locator('button[data-reject]:not([aria-disabled])').waitFor() } },
  { name: 'what a job would do by a coworker', reach: async (setting) => {
    const { page } = setting
    await go(page, '#/jobs')
    await main(setting).getByRole('button', { name: 'New job' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Morning news')
    await page.getByRole('textbox', { name: 'What is to be done' }).fill('list notes')
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 8 * * *')
    await page.getByRole('combobox', { name: 'Who does it' }).click()
    await page.getByRole('option', { name: 'Watcher' }).click()
    await see(page, 'Writes without asking, in its own drafts only.')
  } },
  { name: 'a job that a coworker did', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Create the job' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Started by you' }).getByText('Completed').waitFor()
    await page.getByRole('button', { name: 'What it is given' }).waitFor()
  } },
  { name: 'a job whose coworker is at work elsewhere', reach: async ({ page, core }) => {
    await core.call('settings.update', { practiceRate: 1 })
    await core.call('coworker.run', { id: WATCHER, task: 'help' })
    await page.getByRole('button', { name: 'Run now' }).click()
    await see(page, '“Watcher” is at work already (1 of 1).')
  }, leave: async ({ core }) => {
    await stopRunsOf(core, 'coworker:watcher')
    await core.call('settings.update', { practiceRate: 0 })
  } },
  { name: 'a job whose coworker is gone', reach: async ({ page, core }) => {
    await core.call('coworker.remove', { id: WATCHER })
    await see(page, 'There is no such coworker any more.')
    await see(page, 'None while it can’t run')
  } },
  { name: 'a job that is refused for its coworker', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('There is no such coworker any more.').waitFor()
  } },
  { name: 'no webhooks', reach: async ({ page }) => { await go(page, '#/jobs/webhooks'); await see(page, 'No webhooks yet') } },
  { name: 'a webhook being made', reach: async (setting) => {
    await main(setting).getByRole('button', { name: 'New webhook' }).click()
    await setting.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Builds')
    await setting.page.getByRole('textbox', { name: 'What you want to know' }).fill('Did it fail?')
  } },
  { name: 'a secret that is refused', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByLabel('Secret', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Save the secret' }).click()
    await see(page, /^A secret needs at least 16 characters/u)
  } },
  { name: 'a webhook that listens', reach: async (setting) => {
    const { page } = setting
    await page.getByLabel('Secret', { exact: true }).fill(SECRET)
    await page.getByRole('button', { name: 'Save the secret' }).click()
    await main(setting).getByText('Secret set').waitFor()
    await page.getByRole('switch', { name: /^Listen for webhooks/ }).click()
    await see(page, /^Listening at http:\/\/127\.0\.0\.1:\d+$/u)
  } },
  { name: 'what a webhook brought', reach: async (setting) => {
    await deliver(setting, '{"build":7,"link":"[press me](https://evil.example/)"}')
    await see(setting.page, '1 came')
    await setting.page.getByRole('button', { name: 'Open its chat' }).click()
    await see(setting.page, 'Came by a webhook')
  }, leave: async ({ core }) => { await core.call('listener.switch', { on: false }) } },
  { name: 'no sources', reach: async ({ page }) => { await go(page, '#/jobs/sources'); await see(page, 'No sources yet') } },
  { name: 'a source that is refused', reach: async (setting) => {
    await main(setting).getByRole('button', { name: 'New source' }).click()
    await setting.page.getByRole('button', { name: 'Create the source' }).click()
    await see(setting.page, /^Choose a connector that has a tool that reads/u)
  } },
]

async function stopRunsOf(core: StateSetting['core'], role: string): Promise<void> {
  const { rows } = await core.call('runs.list', { filter: { ...NO_FILTER, role, status: 'running' }, offset: 0, limit: 10 })
  for (const { id } of rows) await core.call('turn.stop', { turnId: id })
}

async function deliver({ core }: StateSetting, body: string): Promise<void> {
  const path = await new Promise<string>((resolve) => { core.watch('hooks.watch', {}, (item) => { if (item.kind === 'snapshot') resolve(item.rows[0]?.path ?? '') }) })
  const address = await new Promise<string>((resolve) => { core.watch('listener.watch', {}, (item) => { if (item.kind === 'snapshot') resolve(item.rows[0]?.address ?? '') }) })
  const stamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', SECRET).update(`msg_1.${stamp}.${body}`).digest('base64')
  await fetch(address + path, { method: 'POST', body, headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': String(stamp), 'webhook-signature': `v1,${signature}` } })
}

const SERVICE = { adapter: 'anthropic', name: 'unpriced', contextWindow: null, maxOutputTokens: null, prices: { input: null, output: null, cacheRead: null, cacheWrite: null }, certified: 'read-only', baseUrl: 'http://127.0.0.1:9', model: 'm', key: { kind: 'none' }, keyHeader: 'x-api-key' } as const

const goals: readonly State[] = [
  { name: 'no goals', reach: async ({ page }) => { await go(page, '#/goals'); await see(page, 'No goals yet') } },
  { name: 'a goal that is refused', reach: async (setting) => {
    const { page } = setting
    await main(setting).getByRole('button', { name: 'New goal' }).first().click()
    await page.getByRole('textbox', { name: 'What it is for' }).fill('So that nobody has to ask twice')
    await page.getByRole('textbox', { name: 'The first steps of its plan' }).fill('write a note about keys: They hang by the door.\nlist notes\nAsk Ann')
    await page.getByRole('button', { name: 'Create the goal' }).click()
    await see(page, 'A goal needs a title.')
  } },
  { name: 'a plan', reach: async ({ page }) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Know where things are')
    await page.getByRole('button', { name: 'Create the goal' }).click()
    await page.getByRole('button', { name: 'Start step 3' }).waitFor()
  } },
  { name: 'a step being edited', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'More for step 3' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Step 3' }).waitFor()
  }, leave: pressEscape },
  { name: 'a step at work', reach: async ({ page, core }) => {
    await core.call('settings.update', { practiceRate: 1 })
    await page.getByRole('button', { name: 'Start step 3' }).click()
    await page.getByRole('button', { name: 'Stop step 3' }).waitFor()
    await parkPointer(page)
  } },
  { name: 'a step that was tried twice', reach: async ({ page, core }) => {
    await page.getByRole('button', { name: 'Stop step 3' }).click()
    await page.getByRole('button', { name: 'Try again: step 3' }).click()
    await page.getByRole('button', { name: 'Stop step 3' }).click()
    await see(page, 'It was tried twice. Say it in other words, or plan it anew.')
    await core.call('settings.update', { practiceRate: 0 })
  } },
  { name: 'results and a review', reach: async ({ page }) => {
    await page.getByRole('button', { name: 'Start step 1' }).click()
    await see(page, '1 of 3 steps done')
    await page.getByRole('textbox', { name: 'Add a note' }).fill('The shed has them too')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Notes' }).getByText('by you').waitFor()
    await page.getByRole('button', { name: 'Review now' }).click()
    await page.getByRole('list', { name: 'Reviews' }).getByText('by a model').waitFor()
  } },
  { name: 'workers of goals that can’t work', reach: async ({ page, core }) => {
    await core.call('model.save', { profile: SERVICE, isNew: true })
    await core.call('goal-reviewer.save', { profile: { model: 'unpriced', tools: [], grant: null, maxDelegationDepth: 0 } })
    await go(page, '#/goals/advanced')
    await see(page, /^No review runs: nobody said what “unpriced” costs/u)
    await page.getByRole('textbox', { name: /^Hosts it may reach/u }).fill('http://a.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await see(page, /is not the name of a host/u)
  } },
  { name: 'a goal that gets no reviews', reach: async (setting) => {
    await go(setting.page, '#/goals/1')
    await see(setting.page, /^No review runs: nobody said what “unpriced” costs/u)
  }, leave: async ({ core }) => {
    await core.call('goal-reviewer.save', { profile: { model: null, tools: [], grant: null, maxDelegationDepth: 0 } })
    await core.call('model.remove', { name: 'unpriced' })
  } },
  { name: 'goals', reach: async ({ page, core }) => {
    await core.call('goal.create', { title: 'Rest more', purpose: '', plan: [] })
    const { goalId } = await core.call('goal.create', { title: 'Fix the gate', purpose: '', plan: ['Oil it'] })
    await core.call('goal.set-state', { goalId, state: 'done' })
    await go(page, '#/goals')
    await page.getByRole('button', { name: 'Done (1)' }).click()
    await page.getByRole('button', { name: /^Fix the gate/u }).waitFor()
  } },
  { name: 'a goal that is not there', reach: async ({ page }) => { await go(page, '#/goals/99'); await see(page, 'This goal isn’t here') } },
]

const notes: readonly State[] = [
  { name: 'no notes', reach: async ({ page }) => { await go(page, '#/memory/notes'); await see(page, 'No notes yet') } },
  { name: 'a note being written', reach: async (setting) => {
    const { page } = setting
    await main(setting).getByRole('button', { name: 'Write a note' }).first().click()
    await page.keyboard.insertText('Packing list')
    await page.getByRole('textbox', { name: 'Folder' }).fill('trips')
    await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill('## Summer\n\n- the tent\n- the *stove*')
  }, leave: async ({ page }) => { await page.keyboard.press('Control+Enter'); await page.getByRole('listitem', { name: 'Note: Packing list' }).waitFor() } },
  { name: 'a note being read', reach: async ({ page }) => { await page.getByRole('button', { name: 'Read Packing list' }).click(); await page.getByRole('dialog').getByRole('heading', { name: 'Summer' }).waitFor() }, leave: pressEscape },
  { name: 'notes', reach: async ({ page }) => { await parkPointer(page) } },
  { name: 'skills', reach: async ({ page, core }) => {
    const { folder } = await core.call('skill.list', {})
    mkdirSync(join(folder, 'weekly'), { recursive: true })
    writeFileSync(join(folder, 'weekly', 'SKILL.md'), '---\nname: weekly\ndescription: Looks back on the week\n---\n\n# Weekly\n')
    mkdirSync(join(folder, 'odd'), { recursive: true })
    await go(page, '#/settings/skills')
    await see(page, 'It has no SKILL.md')
  } },
  { name: 'a skill being read', reach: async ({ page }) => { await page.getByRole('button', { name: 'Read the skill weekly' }).click(); await page.getByRole('dialog', { name: 'weekly' }).getByText('# Weekly').waitFor() }, leave: pressEscape },
]

const lookingBack: readonly State[] = [
  { name: 'a run that agrees with today', reach: async ({ page }) => {
    await page.keyboard.press('Alt+n')
    await page.getByText('What should get done?').waitFor()
    await sayAndWait(page, 'add a task to water the roses')
    await turnWith(page, 'add a task to water the roses').getByRole('button', { name: /tokens$/ }).click()
    await page.getByRole('button', { name: 'Show this run' }).click()
    await page.getByRole('button', { name: 'Check against today' }).click()
    await page.getByRole('region', { name: 'Check of this run' }).getByText(/^Agrees:/).waitFor()
  } },
  { name: 'a run that differs from today', reach: async ({ page, core }) => {
    await core.call('tool.require-approval', { connectorId: TASKS, tool: 'create_task', required: true })
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('region', { name: 'Check of this run' }).getByText(/Differs at event/).waitFor()
  } },
  { name: 'other rules for recorded calls', reach: async ({ page }) => {
    await go(page, '#/runs')
    await page.getByRole('tab', { name: 'What-if' }).click()
    await page.getByRole('combobox', { name: 'Judge create_task as' }).waitFor()
    await page.getByLabel('Runs an hour, at most').fill('1')
    await page.getByRole('heading', { name: 'Runs that a cap would have held up, oldest first' }).waitFor()
  } },
]

export const workStates: readonly State[] = [...roles, ...jobs, ...notes, ...goals, ...lookingBack]
