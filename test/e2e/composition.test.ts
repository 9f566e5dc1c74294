import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { answer, approvalCard, compose, isAnswerable, messageBox, openPalette, sayAndWait, see, turnWith } from './chat.ts'
import { pressWhileComposing } from './input-method.ts'

const shell = await startProcess(join(makeFolder(), 'data'))
const window = await openWindow(shell.url)
const { page } = window
await page.getByRole('button', { name: 'Start with the practice model' }).click()
await messageBox(page).waitFor()

/** Two frames: long enough for anything that a key would have started at once to have shown. */
const settle = (): Promise<unknown> => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve) }) }))

async function confirmCandidate(key: 'Enter' | 'Escape' = 'Enter'): Promise<void> {
  for (const sign of ['flag', 'code'] as const) {
    await pressWhileComposing(page, key, sign)
    await settle()
  }
}

test('Enter that confirms a candidate sends nothing from the message box, and the plain one sends once', async () => {
  await compose(page, 'say にほんご one')
  await confirmCandidate()
  assert.equal(await messageBox(page).inputValue(), 'say にほんご one')
  assert.equal(await page.locator('article').count(), 0)
  await page.keyboard.press('Enter')
  await turnWith(page, 'say にほんご one').getByRole('button', { name: /tokens$/ }).waitFor()
  assert.equal(await page.locator('article').count(), 1)
})

test('in the list of commands it chooses none', async () => {
  await compose(page, '/sta')
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  await confirmCandidate()
  assert.equal(await messageBox(page).inputValue(), '/sta')
  assert.equal(await page.getByText('From Gatehouse, not sent to the model').count(), 0)
  await messageBox(page).fill('')
})

test('in a message that is edited it sends no new version, and the plain one sends one', async () => {
  const turn = turnWith(page, 'say にほんご one')
  await turn.hover()
  await turn.getByRole('button', { name: 'Edit and send again' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit your message' })
  await editor.fill('say にほんご two')
  await confirmCandidate()
  await confirmCandidate('Escape')
  assert.equal(await editor.inputValue(), 'say にほんご two')
  await editor.press('Enter')
  await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
})

test('in the name of a chat it renames nothing, and the plain one renames', async () => {
  const line = page.locator('[data-chat]').first()
  await line.focus()
  await page.keyboard.press('F2')
  const field = page.getByLabel('Name of this chat')
  await field.fill('にほんご')
  await confirmCandidate()
  await confirmCandidate('Escape')
  assert.equal(await field.inputValue(), 'にほんご')
  await field.press('Enter')
  await page.getByRole('button', { name: 'にほんご', exact: true }).waitFor()
})

test('in the search it opens nothing and keeps the words, and the plain one opens the first hit', async () => {
  await page.keyboard.press('Alt+n')
  await page.getByText('What should get done?').waitFor()
  const address = page.url()
  const search = page.getByRole('searchbox', { name: 'Search all chats' })
  await search.fill('にほん')
  await page.locator('[data-result]').first().waitFor()
  await confirmCandidate()
  await confirmCandidate('Escape')
  assert.equal(await search.inputValue(), 'にほん')
  assert.equal(page.url(), address)
  await search.press('Enter')
  await page.waitForURL((url) => url.href !== address)
  await search.fill('')
})

test('in the palette it runs nothing and closes nothing, and the plain one runs once', async () => {
  await openPalette(page)
  await page.keyboard.insertText('dark theme')
  await page.getByRole('option', { name: 'Dark theme' }).waitFor()
  await confirmCandidate()
  await confirmCandidate('Escape')
  assert.equal(await page.getByRole('dialog', { name: 'Search and commands' }).count(), 1)
  assert.notEqual(await page.locator('html').getAttribute('data-theme'), 'dark')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
})

test('with a question open it answers nothing, wherever the focus is, and the plain one answers nothing either', async () => {
  await sayAndWait(page, 'add a task to stay')
  await sayAndWait(page, 'delete task 1')
  await isAnswerable(page)
  const card = approvalCard(page)
  for (const place of [card, card.locator('button[data-approve]'), messageBox(page)]) {
    await place.focus()
    await confirmCandidate()
    assert.equal(await card.locator('button[data-reject]:not([aria-disabled])').count(), 1, 'the question is still open')
  }
  await card.locator('button[data-approve]').focus()
  await page.keyboard.press('Enter')
  await settle()
  assert.equal(await card.locator('button[data-reject]:not([aria-disabled])').count(), 1, 'Enter never approves')
  await answer(page, 'reject')
  await see(page, /You didn’t approve/)
  assert.deepEqual(window.complaints, [])
})
