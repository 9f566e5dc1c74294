import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { createCore } from '../../electron/core/core.ts'
import { findBarriers, openWindow, pressWhileComposing } from './open-window.ts'

const caller = { clientId: 'test' }
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** A window whose core knows these chats already, the last one newest. */
const openWithChats = (context: TestContext, titles: readonly string[]) => openWindow(context, {
  createCore: async (host) => {
    const core = await createCore(host)
    for (const title of titles) {
      const { chatId } = await core.handlers.calls['chat.create']({}, caller)
      await core.handlers.calls['chat.rename']({ chatId, title }, caller)
    }
    return core
  },
})
const line = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true })

test('the first start welcomes, and starts one chat however often a new one is asked for', async (context) => {
  const { page } = await openWindow(context)
  assert.equal(await page.title(), 'Welcome · Gatehouse')
  await page.getByRole('button', { name: 'Start with the practice model' }).click()
  await page.waitForURL(/#\/chat\/chat_/)
  const first = page.url()
  await page.keyboard.press('Alt+n')
  await page.waitForURL(/#\/chat\/chat_/)
  assert.equal(page.url(), first)
  assert.equal(await page.locator('[data-chat]').count(), 1)
})

test('Enter of an input method renames nothing; the plain one after it does', async (context) => {
  const { page } = await openWithChats(context, ['Plan'])
  await line(page, 'Plan').focus()
  await page.keyboard.press('F2')
  const field = page.getByLabel('Name of this chat')
  await field.fill('にほんご')
  await pressWhileComposing(page, 'Enter')
  await pressWhileComposing(page, 'Escape')
  assert.equal(await field.inputValue(), 'にほんご')
  await page.keyboard.press('Enter')
  await line(page, 'にほんご').waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'にほんご')
})

test('Escape leaves the name as it was and the focus on its line', async (context) => {
  const { page } = await openWithChats(context, ['Plan'])
  await line(page, 'Plan').focus()
  await page.keyboard.press('F2')
  await page.getByLabel('Name of this chat').fill('Other')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Plan')
})

test('a chat deleted by key can be brought back, and with it the page it was on', async (context) => {
  const { page } = await openWithChats(context, ['Older', 'Newer'])
  await line(page, 'Older').click()
  await page.waitForURL(/#\/chat\/chat_/)
  const address = page.url()
  await line(page, 'Older').focus()
  await page.keyboard.press('Delete')
  await page.getByText('Deleted “Older”.').waitFor()
  await line(page, 'Older').waitFor({ state: 'detached' })
  assert.notEqual(page.url(), address)
  await page.getByRole('button', { name: 'Undo' }).click()
  await line(page, 'Older').waitFor()
  await page.waitForURL(address)
})

test('a pinned chat moves up, an archived one out of sight until the archive is opened', async (context) => {
  const { page } = await openWithChats(context, ['First', 'Second'])
  await page.getByRole('button', { name: 'More for First' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await page.getByRole('heading', { name: 'Pinned' }).waitFor()
  assert.match((await page.locator('[data-chat]').first().textContent()) ?? '', /^First/)
  await page.getByRole('button', { name: 'More for Second' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await line(page, 'Second').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Archived/ }).click()
  await line(page, 'Second').waitFor()
})

test('an export is a file of the chat’s name', async (context) => {
  const { page } = await openWithChats(context, ['Plan'])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More for Plan' }).click()
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const download = await coming
  assert.equal(download.suggestedFilename(), 'Plan.json')
  const content = await readFile(await download.path(), 'utf8')
  assert.doesNotThrow(() => JSON.parse(content))
})

test('the search finds names at once and messages with what was found in them', async (context) => {
  const { page } = await openWithChats(context, ['Garden'])
  await line(page, 'Garden').click()
  await page.getByRole('textbox', { name: /message/i }).fill('remember that the roses need water')
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Search all chats' }).fill('roses')
  await page.locator('[data-result] mark', { hasText: 'roses' }).first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('ArrowDown')
  assert.match(await focused(page), /^Garden/)
  await page.keyboard.press('Escape')
  await line(page, 'Garden').waitFor()
})

test('of two thousand chats only those in sight are drawn, and keys reach the last one', async (context) => {
  const { page } = await openWithChats(context, Array.from({ length: 2_000 }, (_, index) => `Chat ${index}`))
  await page.locator('[data-chat]').first().focus()
  const first = await focused(page)
  assert.ok(await page.locator('[data-chat]').count() < 80)
  await page.keyboard.press('End')
  await page.waitForFunction((before) => /^Chat/.test(document.activeElement?.textContent ?? '') && document.activeElement?.textContent !== before, first)
  const last = await focused(page)
  assert.ok(await page.evaluate(() => (document.activeElement?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight))
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page), last)
  await page.keyboard.press('Home')
  await page.waitForFunction((top) => document.activeElement?.textContent === top, first)
})

test('a new chat that the core makes after the person has gone elsewhere leads nowhere', async (context) => {
  let letThrough = (): void => undefined
  const mayAnswer = new Promise<void>((resolve) => { letThrough = resolve })
  const { page, go } = await openWindow(context, {
    createCore: async (host) => {
      const core = await createCore(host)
      const { chatId } = await core.handlers.calls['chat.create']({}, caller)
      await core.handlers.calls['chat.rename']({ chatId, title: 'Plan' }, caller)
      const create: typeof core.handlers.calls['chat.create'] = async (...input) => { await mayAnswer; return core.handlers.calls['chat.create'](...input) }
      return { ...core, handlers: { ...core.handlers, calls: { ...core.handlers.calls, 'chat.create': create } } }
    },
  })
  await page.keyboard.press('Alt+n')
  await go('#/connectors')
  await page.getByRole('heading', { name: 'Connectors' }).waitFor()
  letThrough()
  await page.locator('[data-chat]', { hasText: 'New chat' }).waitFor()
  assert.match(page.url(), /#\/connectors$/)
})
