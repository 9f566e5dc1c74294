import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, shoot } from './app.ts'
import { compose, sayAndWait, see, toolCard, turnWith } from './chat.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

test('what is kept is chosen in the settings, and a turn that isn’t kept says so in its place', { timeout: 120_000 }, async () => {
  const { page, shell } = await openApp()
  const chat = await page.evaluate(() => location.hash)

  await go(page, '#/settings/capture')
  const usual = page.getByRole('radio', { name: 'What was said and done' })
  await usual.waitFor()
  assert.equal(await usual.isChecked(), true)
  assert.equal(await page.getByRole('radiogroup', { name: 'What is kept of a turn' }).getByRole('radio').count(), 4)
  for (const name of ['Only that it happened', 'Names and numbers', 'What was said and done', 'Every request too']) await page.getByRole('radio', { name }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'capture-settings')
  // By keys alone, as in any group of radio buttons.
  await usual.focus()
  await page.keyboard.press('ArrowUp')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="capture"][value="metadata"]')?.checked === true)
  await page.reload()
  await page.getByRole('radio', { name: 'Names and numbers' }).and(page.locator(':checked')).waitFor()

  await go(page, chat)
  await sayAndWait(page, 'remember that quasars are far away')
  await see(page, /These texts are not kept \(capture level metadata\)/)
  await page.getByText('quasars are far away').first().waitFor()
  await shoot(page, 'capture-just-ended')
  await page.reload()
  const turn = page.locator('article').last()
  await turn.getByText('This text was not kept (capture level metadata).').first().waitFor()
  assert.equal(await page.locator('article').getByText('quasar').count(), 0)
  const card = toolCard(turn, 'Add a memory')
  await card.getByRole('button').first().click()
  await card.getByText('This text was not kept (capture level metadata).').waitFor()
  assert.equal(await turn.getByRole('button', { name: 'Edit and send again' }).isDisabled(), true)
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'capture-not-kept')
  await shell.quit()
})

test('/branch edits the last message, and with words it sends those in its place; both versions stay', { timeout: 120_000 }, async () => {
  const { page, shell } = await openApp()
  await sayAndWait(page, 'remember that tea is green')

  await compose(page, '/branch')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Edit your message' })
  await editor.waitFor()
  assert.equal(await editor.inputValue(), 'remember that tea is green')
  assert.equal(await editor.evaluate((field) => field === document.activeElement), true)
  await editor.fill('remember that tea is black')
  await page.keyboard.press('Enter')
  await turnWith(page, 'tea is black').getByRole('button', { name: /tokens$/ }).waitFor()
  await page.getByText('2/2', { exact: true }).waitFor()

  await compose(page, '/branch remember that tea is white')
  await page.keyboard.press('Enter')
  await turnWith(page, 'tea is white').getByRole('button', { name: /tokens$/ }).waitFor()
  await page.getByText('3/3', { exact: true }).waitFor()
  assert.equal(await page.locator('article').count(), 1)
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'branch-command')
  await shell.quit()
})
