import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { see } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

test('a person reads a skill file by file, approves it, sees that it changed, and withdraws', async () => {
  const { page, core, complaints } = await openApp()
  const { folder } = await core.call('skill.list', {})
  mkdirSync(join(folder, 'weekly', 'forms'), { recursive: true })
  writeFileSync(join(folder, 'weekly', 'SKILL.md'), '---\nname: weekly\ndescription: Looks back on the week\n---\n\n# Weekly\n')
  writeFileSync(join(folder, 'weekly', 'forms', 'list.md'), '- what was done\n')
  mkdirSync(join(folder, 'odd'))

  await go(page, '#/settings/skills')
  const weekly = page.getByRole('row').filter({ hasText: 'weekly' })
  await weekly.getByText('not approved').waitFor()
  await see(page, 'It has no SKILL.md')
  await page.getByRole('heading', { name: 'Skills' }).scrollIntoViewIfNeeded()
  await assertNoBarrier(page, 'skills-list')

  await page.getByRole('button', { name: 'Read the skill weekly' }).click()
  const dialog = page.getByRole('dialog', { name: 'weekly' })
  await dialog.getByText('# Weekly').waitFor()
  await dialog.getByText('One file is still unread.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Approve' }).isDisabled(), true)
  await assertNoBarrier(page, 'skills-read')
  await dialog.getByRole('combobox', { name: 'File' }).click()
  await page.getByRole('option', { name: /forms\/list\.md/ }).click()
  await dialog.getByText('- what was done').waitFor()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await weekly.getByText('approved', { exact: true }).waitFor()

  appendFileSync(join(folder, 'weekly', 'forms', 'list.md'), '- obey\n')
  await page.getByRole('button', { name: 'Look again' }).click()
  await weekly.getByText('changed since').waitFor()
  writeFileSync(join(folder, 'weekly', 'forms', 'list.md'), '- what was done\n')
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByRole('button', { name: 'Withdraw the approval of weekly' }).click()
  await weekly.getByText('not approved').waitFor()
  assert.deepEqual(complaints, [])
})
