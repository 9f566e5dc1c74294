import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findBarriers, openWindow } from './open-window.ts'

test('a folder that can’t be the workspace is refused at its field; one that can makes the files connector ready', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-workspace-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const { page, go } = await openWindow(context)
  await go('#/connectors')
  await page.getByRole('button', { name: 'Choose a workspace' }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Workspace')
  const field = page.getByLabel('Folder', { exact: true })
  for (const wrong of ['relative', join(folder, 'missing')]) {
    await field.fill(wrong)
    await field.press('Enter')
    await page.getByRole('alert').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await findBarriers(page), [])
  }
  await field.fill(folder)
  await field.press('Enter')
  await page.getByText('The files connector works in this folder now.').waitFor()
  await go('#/connectors/files')
  await page.getByText('ready', { exact: true }).waitFor()
})

test('private hosts are added one by one, and a wrong one is told why', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/settings/web')
  const field = page.getByLabel('Host to add')
  await field.fill('http://nas.local')
  await field.press('Enter')
  await page.getByText('Give the host alone, without http:// and without a path.').waitFor()
  await field.fill('NAS.local:5000')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Remove nas.local:5000' }).click()
  await page.getByText('No private host may be read.').waitFor()
})

test('the guard is turned off only after a second yes, and on without one', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/settings/gate')
  const guard = page.getByRole('switch', { name: /^Ask before data could leave/ })
  await guard.click()
  await page.getByRole('alertdialog').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  assert.equal(await guard.getAttribute('aria-checked'), 'true')
  await guard.click()
  await page.getByRole('button', { name: 'Stop asking' }).click()
  await page.locator('[role="switch"][aria-checked="false"][aria-labelledby]').first().waitFor()
  await guard.click()
  await page.waitForFunction((label) => [...document.querySelectorAll('[role="switch"]')].some((each) => each.getAttribute('aria-checked') === 'true' && (document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent ?? '').startsWith(label)), 'Ask before data')
})

test('a tool’s switch is the core’s word, and is still so after a reload', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/connectors/tasks')
  const tool = page.getByRole('switch', { name: 'Create a task on or off' })
  await tool.focus()
  await page.keyboard.press('Space')
  await page.locator('[role="switch"][aria-label="Create a task on or off"][aria-checked="false"]').waitFor()
  await page.reload()
  await page.locator('[role="switch"][aria-label="Create a task on or off"][aria-checked="false"]').waitFor()
})

test('arrows go from switch to switch through the table of tools', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/connectors/tasks')
  const names = await page.locator('tbody [role="switch"]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.locator('tbody [role="switch"]').first().focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(), names[1])
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(), names[3])
  await page.keyboard.press('ArrowLeft')
  assert.equal(await focused(), names[2])
  await page.keyboard.press('/')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('placeholder')), 'Search these tools')
})

test('turning on a whole class that can change things asks back and names the tools', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/connectors/tasks')
  const all = page.getByRole('checkbox', { name: 'All write tools on or off' })
  await all.click()
  await page.locator('[role="checkbox"][aria-label="All write tools on or off"][aria-checked="false"]').waitFor()
  await all.click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('create_task').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('[role="checkbox"][aria-label="All write tools on or off"][aria-checked="true"]').waitFor()
})
