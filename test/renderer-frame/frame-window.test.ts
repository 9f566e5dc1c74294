import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../shared/errors.ts'
import { findBarriers, openWindow, pressWhileComposing } from './open-window.ts'

const PAGES = ['#/new', '#/inbox', '#/connectors', '#/connectors/files', '#/connectors/unknown', '#/settings', '#/chat/chat_gone']

for (const [width, height, colorScheme] of [[1280, 800, 'light'], [1280, 800, 'dark'], [640, 700, 'light']] as const) {
  test(`no page has a barrier at ${width} × ${height}, ${colorScheme}`, async (context) => {
    const { page, go } = await openWindow(context, { width, height, colorScheme })
    for (const hash of PAGES) {
      await go(hash)
      assert.deepEqual(await findBarriers(page), [], hash)
    }
  })
}

test('the palette and the list of shortcuts have no barrier and leave the focus where it was', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/settings')
  await page.getByRole('searchbox', { name: 'Search all chats' }).focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'search')
  await page.keyboard.press('?')
  assert.equal(await page.getByRole('searchbox', { name: 'Search all chats' }).inputValue(), '?')
  await page.evaluate(() => { if (document.activeElement instanceof HTMLElement) document.activeElement.blur() })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('Enter of an input method runs nothing in the palette', async (context) => {
  const { page, go } = await openWindow(context)
  await go('#/settings')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark theme')
  await page.getByRole('option', { name: 'Dark theme' }).waitFor()
  await pressWhileComposing(page, 'Enter')
  assert.equal(await page.getByRole('dialog').count(), 1)
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'system')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
})

test('a theme is worn from the first paint of the next window on', async (context) => {
  const { page, go } = await openWindow(context, { mayComplain: /ERR_FAILED/ })
  await go('#/settings')
  await page.getByRole('radio', { name: 'Dark', exact: true }).click()
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
  // Without the program there is nothing but the first paint.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})

test('a lost connection is said over the page, and nothing to press moves for it', async (context) => {
  const { page, shell, go } = await openWindow(context, { mayComplain: /ERR_CONNECTION_REFUSED/ })
  await go('#/connectors')
  const place = () => page.getByRole('switch').first().boundingBox()
  const before = await place()
  await shell.close()
  await page.getByText('The connection to Gatehouse is gone; trying again.').waitFor()
  assert.deepEqual(await place(), before)
  assert.deepEqual(await findBarriers(page), [])
})

test('an old window that isn’t let in any more says so on a page of its own', async (context) => {
  const { page, shell } = await openWindow(context, { mayComplain: /401|WebSocket/ })
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(`http://127.0.0.1:${shell.port}/`)
  await page.getByRole('heading', { name: 'This window isn’t let in' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('a store that can’t be opened fills the window with what happened, what was kept and what to do', async (context) => {
  const { page } = await openWindow(context, {
    createCore: () => Promise.reject(new AppError('store.corrupt', 'The store is damaged.', { kept: 'A copy was put aside.', advice: 'Put the backup in its place.' })),
  })
  for (const words of ['The store is damaged.', 'A copy was put aside.', 'Put the backup in its place.']) await page.getByText(words).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('below 900 px the list of chats is a drawer that closes behind the choice of a page', async (context) => {
  const { page, go } = await openWindow(context, { width: 700, height: 700 })
  await go('#/settings')
  await page.getByRole('button', { name: 'Show the list of chats' }).click()
  await page.getByRole('dialog', { name: 'Chats and pages' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Connectors' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Connectors' }).waitFor()
})
