import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ConnectorId } from '../../shared/ids.ts'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { see } from './chat.ts'
import { openCore } from './core-door.ts'
import { QUICK_LOOKS, showLooks } from './looks.ts'
import { servePages } from './page-server.ts'

const look = (page: Page, name: string): Promise<void> =>
  showLooks(page, `goals-${name}`, QUICK_LOOKS, (_look, where, violations) => { assert.deepEqual(violations, [], where) })

test('a person makes a goal, orders its plan by key, starts steps, and reads results, notes and reviews, marked where a stranger’s text was read', async () => {
  const shell = await startProcess(makeFolder())
  const pages = await servePages({ '/rules': '<title>Rules</title><p>Be kind to each other.</p>' })
  const { page, context, complaints } = await openWindow(shell.url)
  const core = await openCore({ page, context })
  await core.call('settings.update', { practiceRate: 0, privateHosts: [pages.host] })
  const main = page.getByRole('main')

  // Empty, and taught.
  await page.getByRole('navigation').getByRole('button', { name: 'Goals', exact: true }).click()
  await see(page, 'No goals yet')
  assert.equal(await page.title(), 'Goals · Gatehouse')
  await look(page, 'empty')

  // Written by key alone; what is missing is said at its field.
  await main.getByRole('button', { name: 'New goal' }).first().click()
  await page.getByRole('button', { name: 'Create the goal' }).click()
  await see(page, 'A goal needs a title.')
  await look(page, 'refused')
  await page.getByRole('textbox', { name: 'Title' }).fill('Know the rules')
  await page.getByRole('textbox', { name: 'What it is for' }).fill('So that I can explain them')
  await page.getByRole('textbox', { name: 'The first steps of its plan' }).fill(`write a note about rules: Be kind.\nfetch http://${pages.host}/rules`)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Know the rules', level: 1 }).waitFor()
  await see(page, '0 of 2 steps done')
  await page.getByRole('textbox', { name: 'Add a step' }).fill('Ask Ann')
  await page.keyboard.press('Enter')
  await main.getByRole('button', { name: 'Start step 3' }).waitFor()
  await look(page, 'planned')

  // A key moves the step that has the focus, and the focus goes with it.
  await main.getByRole('button', { name: 'Start step 3' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('status').filter({ hasText: 'Moved to place 2 of 3.' }).waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-step'))
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Ask Ann/)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('status').filter({ hasText: 'Moved to place 3 of 3.' }).waitFor({ state: 'attached' })

  // A step that a person started, with its result and its run.
  await main.getByRole('button', { name: 'Start step 1' }).click()
  const steps = main.getByRole('list', { name: 'Plan' }).getByRole('listitem')
  await steps.nth(0).getByText('Done', { exact: true }).waitFor()
  await steps.nth(0).getByText('Result, by the goal agent').waitFor()
  await see(page, '1 of 3 steps done')

  // One that read a page is marked, and so is whatever is told its result.
  await main.getByRole('button', { name: 'Start step 2' }).click()
  await steps.nth(1).getByRole('button', { name: /^outside text/ }).waitFor()
  await steps.nth(1).getByText('Done', { exact: true }).waitFor()
  await look(page, 'results')
  await main.getByRole('button', { name: 'Review now' }).click()
  const reviews = main.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
  await reviews.first().getByText('by a model').waitFor()
  await reviews.first().getByRole('button', { name: /^outside text/ }).click()
  await see(page, 'Written after reading text that isn’t yours')
  await page.keyboard.press('Escape')
  await look(page, 'reviewed')

  // One at a time: it is said, it can be stopped, and it has a second attempt.
  await core.call('settings.update', { practiceRate: 1 })
  await main.getByRole('button', { name: 'Start step 3' }).click()
  await steps.nth(2).getByText('At work', { exact: true }).waitFor()
  await look(page, 'at work')
  await main.getByRole('button', { name: 'Stop step 3' }).click()
  await main.getByRole('button', { name: 'Try again: step 3' }).waitFor()
  await see(page, 'It was stopped.')
  await core.call('settings.update', { practiceRate: 0 })
  await look(page, 'stopped')

  // Edited in place: other words are another step.
  await main.getByRole('button', { name: 'More for step 3' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Step 3' }).fill('Ask Ben')
  await page.keyboard.press('Control+Enter')
  await main.getByRole('button', { name: 'Start step 3' }).waitFor()
  await main.getByRole('button', { name: 'More for step 3' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await main.getByRole('button', { name: 'Start step 3' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await main.getByRole('button', { name: 'Start step 3' }).waitFor()

  // Notes by hand.
  await page.getByRole('textbox', { name: 'Add a note' }).fill('Ann knows them all')
  await page.keyboard.press('Control+Enter')
  await main.getByRole('list', { name: 'Notes' }).getByText('by you').waitFor()
  await main.getByRole('combobox', { name: 'A review comes' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await see(page, /^Next in/u)
  await look(page, 'noted')

  // What the agent is given, and what the reviewer isn't.
  const skill = (await core.call('skill.list', {})).skills.find(({ name }) => name === 'research-note')
  assert.ok(skill !== undefined)
  await core.call('skill.approve', { source: skill.source, name: skill.name, digest: skill.digest })
  await core.call('connector.switch', { connectorId: ConnectorId.parse('skills'), on: true })
  await main.getByRole('button', { name: 'What the goal agent is given' }).click()
  await page.getByRole('heading', { name: 'Who works on goals' }).waitFor()
  await page.getByRole('checkbox', { name: 'Skill: research-note' }).press('Space')
  await main.getByRole('list', { name: 'With this it is also given' }).getByText('Skills · Read a skill').waitFor()
  await page.getByRole('textbox', { name: /^Hosts it may reach/ }).fill('http://a.example/')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page, '“http://a.example/” is not the name of a host: give it without http:// and without a path.')
  await look(page, 'advanced')
  await page.getByRole('textbox', { name: /^Hosts it may reach/ }).fill('a.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page, 'The goal agent was saved.')
  const { role } = await core.call('role.explain', { roleId: 'goal-agent' })
  assert.deepEqual([role.hosts, role.skills], [['a.example'], ['research-note']])

  // Done, listed apart, gone and back.
  await page.getByRole('button', { name: 'All goals' }).click()
  await main.getByRole('button', { name: /^Know the rules/ }).click()
  await main.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark as done' }).click()
  await page.getByRole('button', { name: 'All goals' }).click()
  await see(page, 'No goal is open.')
  await main.getByRole('button', { name: 'Done (1)' }).click()
  await look(page, 'list')
  await main.getByRole('button', { name: /^Know the rules/ }).click()
  await main.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await see(page, 'No goals yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await main.getByRole('button', { name: 'Done (1)' }).waitFor()
  assert.deepEqual(complaints, [])
  await pages.close()
  await shell.quit()
})
