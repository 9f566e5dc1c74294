import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { runInPalette, see } from './chat.ts'
import { go } from './state.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `roles-${name}`)

test('the roles are listed, and one is looked into with the keyboard alone: what it is given, what not, and why', { timeout: 240_000 }, async () => {
  const { page, core, shell, complaints } = await openApp()

  await page.getByRole('navigation').getByRole('button', { name: 'Coworkers', exact: true }).focus()
  await page.keyboard.press('Enter')
  await see(page, /^Every run has a role/)
  assert.equal(await page.title(), 'Coworkers & roles · Gatehouse')
  await look(page, 'list')

  await page.getByRole('list', { name: 'Roles' }).getByRole('button', { name: /^Goal agent/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What the model receives' }).waitFor()
  const { tools } = await core.call('role.explain', { roleId: 'goal-agent' })
  const given = tools.flatMap(({ modelName }) => (modelName === null ? [] : [modelName]))
  await see(page, new RegExp(`^${given.length} tools? (?:is|are) described`))
  assert.deepEqual(await page.locator('main code').allInnerTexts(), given)
  await see(page, 'After outside text it reaches no host that wasn’t typed by you.')
  await look(page, 'goal-agent')

  // What changes elsewhere is seen here without looking again.
  await core.call('tool.switch', { connectorId: ConnectorId.parse('web'), tool: 'fetch_page', on: false })
  await page.locator('main code', { hasText: 'web__fetch_page' }).waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('fetch')
  await see(page, 'This tool is switched off.')

  await page.getByRole('button', { name: 'All roles' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Roles' }).getByRole('button', { name: /^Webhook summary/ }).press('Enter')
  await see(page, 'No tools: none are described to the model.')
  await look(page, 'webhook')

  await runInPalette(page, 'coworkers', /^Coworkers & roles/)
  await see(page, /^Every run has a role/)
  await go(page, '#/roles/coworker%3Agone')
  await see(page, 'No such role')
  await look(page, 'gone')
  assert.deepEqual(complaints, [])
  await shell.quit()
})
