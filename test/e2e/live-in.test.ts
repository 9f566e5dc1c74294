import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ChatId } from '../../shared/ids.ts'
import { findViolations, makeFolder, openWindow, shoot, startProcess } from './app.ts'
import { approvalCard, isIdle, messageBox, runInPalette, sayAndWait, see } from './chat.ts'
import { openCore } from './core-door.ts'
import { go } from './state.ts'

/* What a person does to chats and to the window, mostly without a pointer. The tests follow one another in one window. */

const shell = await startProcess(join(makeFolder(), 'data'))
const window = await openWindow(shell.url)
const { page } = window
const core = await openCore(window)
await core.call('settings.update', { practiceRate: 0, caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })

const newChat = async (title?: string): Promise<ChatId> => {
  const { chatId } = await core.call('chat.create', {})
  if (title !== undefined) await core.call('chat.rename', { chatId, title })
  await go(page, `#/chat/${chatId}`)
  await messageBox(page).waitFor()
  return chatId
}
/** Runs a command of the palette by its words. */
const run = (words: string, name?: string | RegExp): Promise<void> => runInPalette(page, words, name)
const line = (title: string) => page.locator('[data-chat]', { hasText: title })

describe('the palette', () => {
  test('finds a message and leads to its very turn, marked, and there again when it is chosen again', async () => {
    await newChat('Garden')
    await sayAndWait(page, 'say the roses need water')
    for (const words of ['write 200 words', 'write 201 words', 'write 202 words']) await sayAndWait(page, words)
    const thread = page.getByRole('region', { name: 'Messages' })
    for (const visit of [1, 2]) {
      await run('roses need', /Garden/)
      const turn = thread.locator('article', { hasText: 'the roses need water' }).first()
      await page.waitForFunction((element) => { const place = element?.getBoundingClientRect(); return place !== undefined && place.top >= 0 && place.top < innerHeight / 2 }, await turn.elementHandle())
      assert.match(page.url(), /#\/chat\/chat_[^/]+\/turn_/, `visit ${visit}`)
      if (visit === 1) await shoot(page, 'live-found')
      await thread.evaluate((element) => { element.scrollTop = element.scrollHeight })
    }
  })

  test('edits the last message as a new version beside the old one', async () => {
    await newChat('Versions')
    await sayAndWait(page, 'say one')
    await run('edit my last')
    const editor = page.getByRole('textbox', { name: 'Edit your message' })
    await editor.fill('say two')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  })

  test('stops a turn that waits for an answer, and one that waits for room', async () => {
    await newChat('Waiting')
    await sayAndWait(page, 'add a task to stop me then delete task 1')
    await approvalCard(page).waitFor()
    await run('stop this')
    await approvalCard(page).waitFor({ state: 'detached' })
    await isIdle(page)
    await core.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: 1, liveRuns: null } })
    await messageBox(page).fill('say wait for room')
    await page.keyboard.press('Enter')
    await see(page, /runs are used up/)
    await line('Waiting').getByRole('img', { name: 'paused by a cap' }).waitFor()
    await shoot(page, 'live-paused')
    await run('stop this')
    await line('Waiting').getByRole('img', { name: 'paused by a cap' }).waitFor({ state: 'detached' })
    await core.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
  })

  test('renames, pins, archives and deletes the chat on the page', async () => {
    await newChat('Old name')
    await run('rename this')
    await page.getByRole('textbox', { name: 'Name of this chat' }).waitFor()
    assert.deepEqual(await findViolations(page), [])
    await page.keyboard.insertText('New name')
    await page.keyboard.press('Enter')
    await line('New name').waitFor()
    await run('pin this')
    await page.getByRole('heading', { name: 'Pinned' }).waitFor()
    await run('unpin this')
    await run('archive this chat')
    await see(page, 'Archived “New name”.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await run('delete this')
    await see(page, 'Deleted “New name”.')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await line('New name').waitFor()
    await page.getByRole('heading', { name: 'New name' }).waitFor()
  })

  test('leads to every part of the settings, and changes how the window looks', async () => {
    for (const [words, heading] of [['what is kept', 'What is kept'], ['settings notif', 'System notifications'], ['settings keys', 'Keys']] as const) {
      await run(words, `Settings: ${heading}`)
      await page.waitForFunction((name) => document.activeElement instanceof HTMLHeadingElement && document.activeElement.textContent === name, heading)
    }
    await run('larger text')
    await page.waitForFunction(() => document.documentElement.dataset['fontSize'] === 'large')
    await run('smaller text')
    await run('nothing moves')
    await page.waitForFunction(() => document.documentElement.dataset['motion'] === 'reduced')
    await run('things may move')
  })
})

describe('the list of chats', () => {
  test('has a menu under the pointer and one by key, and both give the focus back to the line', async () => {
    await line('Garden').click({ button: 'right' })
    await page.getByRole('menu').waitFor()
    await shoot(page, 'live-menu')
    assert.deepEqual(await findViolations(page), [])
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Garden') === true)
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await page.getByRole('menuitem', { name: 'Pin' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Garden') === true)
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('[data-chat] ~ *, input[maxlength="200"]').first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('tells chats without a name apart by what is being written in them, and keeps drafts and the window as they were', async () => {
    const chatId = await newChat()
    await messageBox(page).fill('something I began')
    await line('Draft: something I began').waitFor()
    await page.keyboard.press('Control+b')
    await page.getByRole('button', { name: 'Show the list of chats' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show the list of chats' }).waitFor()
    assert.match(page.url(), new RegExp(chatId))
    assert.equal(await messageBox(page).inputValue(), 'something I began')
    await page.keyboard.press('Control+b')
    await line('Draft: something I began').waitFor()
  })

  test('keeps the files beside a draft, and the word that was given for them', async () => {
    const chips = page.getByRole('list', { name: 'Attached files' })
    const chatId = await newChat('With files')
    await messageBox(page).evaluate((field) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['one, two'], 'numbers.csv', { type: 'text/csv' }))
      field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
    })
    await chips.getByText('numbers.csv').waitFor()
    await chips.getByRole('checkbox').click()
    await chips.getByRole('checkbox').and(page.locator(':checked, [aria-checked="true"]')).waitFor()
    await page.reload()
    await chips.getByText('numbers.csv').waitFor()
    assert.equal(await chips.getByRole('checkbox').isChecked(), true)
    await sayAndWait(page, 'say thank you')
    assert.equal(await chips.count(), 0)
    assert.deepEqual(await core.call('chat.draft-files', { chatId }), [])
    await page.reload()
    await messageBox(page).waitFor()
    assert.equal(await chips.count(), 0)
  })
})

test('nothing of all that made the console complain, and nothing was fetched from elsewhere', async () => {
  assert.deepEqual(window.complaints, [])
  const elsewhere = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.startsWith(location.origin)))
  assert.deepEqual(elsewhere, [])
})
