import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { isFocused, see } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { servePages } from './page-server.ts'
import { saySomewhere } from './say-somewhere.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `notes-${name}`)

const note = (page: Page, words: string): Locator => page.getByRole('listitem', { name: `Note: ${words}`, exact: true })

test('a person writes, reads, approves, edits, filters, deletes and brings back notes; a stranger’s words stay marked', async () => {
  const pages = await servePages({ '/notes': '<title>Release notes</title><p>Version 3 is out.</p>' })
  const { page, core, complaints } = await openApp()
  await core.call('settings.update', { privateHosts: [pages.host] })

  await page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()
  await page.getByRole('tab', { name: /^Notes/ }).click()
  await see(page, 'No notes yet')
  await look(page, 'empty')

  await page.getByRole('main').getByRole('button', { name: 'Write a note' }).first().click()
  await page.keyboard.insertText('Packing list')
  await page.getByRole('textbox', { name: 'Folder' }).fill('trips')
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill('## Summer\n\n- the tent\n- the *stove*\n\nSee [the map](https://example.com/map).')
  await look(page, 'writing')
  await page.keyboard.press('Control+Enter')
  await isFocused(note(page, 'Packing list'))
  await note(page, 'Packing list').getByText('draft', { exact: true }).waitFor()

  // Read as a page; a link says where it leads; approved there.
  await note(page, 'Packing list').getByRole('button', { name: 'Read Packing list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Packing list' })
  await dialog.getByRole('heading', { name: 'Summer' }).waitFor()
  await look(page, 'read')
  await dialog.getByText('the map').click()
  await page.getByRole('alertdialog').getByText('https://example.com/map').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.getByRole('button', { name: 'Take the approval back' }).waitFor()
  await page.keyboard.press('Escape')
  await note(page, 'Packing list').getByText('approved', { exact: true }).waitFor()

  // Written by the model in a chat that had read a page: marked, plain, and not the approved one.
  await page.mouse.move(640, 20)
  await saySomewhere(core, `fetch http://${pages.host}/notes then write a note about the release: **Version 3** is out`)
  const written = page.getByRole('listitem').filter({ hasText: 'Version 3' })
  await written.getByRole('button', { name: 'outside text · 1 source' }).waitFor()
  await look(page, 'list')
  await written.getByRole('button', { name: 'Read the release' }).click()
  const strangers = page.getByRole('dialog', { name: 'the release' })
  await strangers.getByText('**Version 3** is out').waitFor()
  await look(page, 'read-tainted')
  await strangers.getByText('As a page').click()
  await strangers.getByText('Version 3', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await saySomewhere(core, 'add to note 1: and matches')
  assert.equal((await core.call('note.read', { id: 1 })).text.includes('matches'), false, 'no tool changes an approved note')

  // Edited; filtered; searched.
  await note(page, 'Packing list').focus()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Text, in Markdown' })
  await field.waitFor()
  assert.match(await field.inputValue(), /the \*stove\*/)
  await field.fill('only the tent')
  await page.keyboard.press('Control+Enter')
  await isFocused(note(page, 'Packing list'))
  await note(page, 'Packing list').getByText('approved', { exact: true }).waitFor()
  await page.getByText('Drafts', { exact: true }).click()
  await note(page, 'Packing list').waitFor({ state: 'detached' })
  await page.getByText('Approved', { exact: true }).click()
  await note(page, 'Packing list').waitFor()
  await page.getByText('All', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('release')
  await see(page, '1 found')
  await page.keyboard.press('Escape')

  // Deleted and brought back, approved as it was.
  await note(page, 'Packing list').focus()
  await page.keyboard.press('Delete')
  await note(page, 'Packing list').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await note(page, 'Packing list').getByText('approved', { exact: true }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As Markdown, to read' }).click()
  assert.equal((await saved).suggestedFilename(), 'notes.md')
  assert.deepEqual(complaints, [])
})
