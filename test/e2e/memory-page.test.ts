import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { isFocused, see } from './chat.ts'
import { openCore } from './core-door.ts'
import { pressWhileComposing } from './input-method.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { servePages } from './page-server.ts'
import { sayIn, saySomewhere } from './say-somewhere.ts'

const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `memory-${name}`)

const memory = (page: Page, words: string): Locator => page.getByRole('listitem', { name: `Memory: ${words}`, exact: true })
const task = (page: Page, words: string): Locator => page.getByRole('listitem', { name: `Task: ${words}`, exact: true })

test('a person sees what is stored and where it came from, and adds, edits, deletes, brings back, ticks off and exports it', async () => {
  const pages = await servePages({ '/notes': '<title>Release notes</title><p>Version 3 is out.</p>' })
  const { page, core, complaints } = await openApp()
  await core.call('settings.update', { privateHosts: [pages.host] })

  // Empty, and taught.
  await page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()
  await see(page, 'Nothing is remembered yet')
  assert.equal(await page.title(), 'Memory & tasks · Gatehouse')
  await look(page, 'empty')

  // Added by hand; an input method's Enter and Escape end nothing.
  await page.getByRole('main').getByRole('button', { name: 'Add a memory' }).first().click()
  const field = page.getByRole('textbox', { name: 'Memory', exact: true })
  await page.keyboard.insertText('The dog is called Rex')
  for (const sign of ['flag', 'code'] as const) for (const key of ['Enter', 'Escape'] as const) await pressWhileComposing(page, key, sign)
  assert.equal(await field.inputValue(), 'The dog is called Rex')
  await look(page, 'adding')
  await page.keyboard.press('Control+Enter')
  await isFocused(memory(page, 'The dog is called Rex'))
  assert.match(await memory(page, 'The dog is called Rex').innerText(), /by you/)

  // Written by the model while one looks on, in a chat that had read a page.
  await page.mouse.move(640, 20)
  const chat = await saySomewhere(core, `fetch http://${pages.host}/notes then remember that version 3 is out`)
  const stored = page.getByRole('listitem').filter({ hasText: 'version 3 is out' })
  await stored.waitFor()
  assert.equal(await page.getByRole('tab', { name: /^Memories/ }).innerText().then((text) => text.replace(/\s+/g, ' ')), 'Memories 2')
  await stored.getByRole('button', { name: 'outside text · 1 source' }).click()
  await see(page, 'Written after reading text that isn’t yours')
  await page.getByRole('dialog').getByText(`${pages.host}/notes`).waitFor()
  await look(page, 'taint')
  await page.keyboard.press('Escape')

  // Where it came from.
  await stored.getByRole('link').click()
  await page.waitForURL(new RegExp(`#/chat/${chat}/turn_`))
  await page.locator('article').filter({ hasText: 'version 3 is out' }).first().waitFor()
  await page.goBack()

  // A part kept keeps the mark; all of it replaced clears it.
  await stored.focus()
  await page.keyboard.press('F2')
  await field.waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(', they say')
  await look(page, 'editing')
  await page.keyboard.press('Control+Enter')
  await isFocused(memory(page, 'version 3 is out, they say'))
  await page.getByRole('listitem').filter({ hasText: 'they say' }).getByRole('button', { name: /^outside text ·/ }).waitFor()
  await page.keyboard.press('Enter')
  await field.waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('Ann likes tea')
  await page.keyboard.press('Control+Enter')
  await isFocused(memory(page, 'Ann likes tea'))
  assert.equal(await page.getByRole('button', { name: /^outside text ·/ }).count(), 0)
  await page.keyboard.press('F2')
  await field.fill('not kept')
  await page.keyboard.press('Escape')
  await isFocused(memory(page, 'Ann likes tea'))

  // Deleted by a key; the neighbour has the focus; brought back where it was.
  await page.keyboard.press('Delete')
  await isFocused(memory(page, 'The dog is called Rex'))
  assert.equal(await memory(page, 'Ann likes tea').count(), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await memory(page, 'Ann likes tea').waitFor()
  assert.deepEqual(await page.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label'))), ['Memory: Ann likes tea', 'Memory: The dog is called Rex'])

  // Searched, and exported.
  await memory(page, 'Ann likes tea').focus()
  await page.keyboard.press('/')
  await page.keyboard.insertText('rex')
  await see(page, '1 found')
  assert.equal(await memory(page, 'Ann likes tea').count(), 0)
  await page.keyboard.insertText('zz')
  await see(page, 'Nothing here holds “rexzz”.')
  await look(page, 'nothing-found')
  await page.keyboard.press('Escape')
  await memory(page, 'Ann likes tea').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /Markdown/ }).click()])
  assert.equal(download.suggestedFilename(), 'memories.md')
  assert.match(readFileSync(await download.path(), 'utf8'), /Ann likes tea[\s\S]*The dog is called Rex/)

  // Tasks.
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  await see(page, 'No tasks yet')
  await page.getByRole('main').getByRole('button', { name: 'Add a task' }).first().click()
  await page.keyboard.insertText('Water the plants')
  await page.getByLabel('Due').fill('2020-02-03')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Twice a week')
  await look(page, 'adding-task')
  await page.keyboard.press('Control+Enter')
  await isFocused(task(page, 'Water the plants'))
  await see(page, 'overdue since Feb 3, 2020')
  await core.call('task.add', { title: 'Call Ann', notes: '', due: null })
  await saySomewhere(core, `fetch http://${pages.host}/notes then add a task tell everybody about version 3`)
  await page.getByRole('listitem').filter({ hasText: 'tell everybody' }).getByRole('button', { name: /^outside text ·/ }).waitFor()
  await look(page, 'tasks')
  await task(page, 'Call Ann').getByRole('checkbox', { name: 'Done: Call Ann' }).focus()
  await page.keyboard.press('Space')
  await task(page, 'Call Ann').waitFor({ state: 'detached' })
  await isFocused(page.getByRole('listitem', { name: /^Task: / }))
  // Under the pointer a row stays until the pointer goes.
  await task(page, 'Water the plants').getByRole('checkbox').click()
  await see(page, 'The list has changed.')
  assert.equal(await task(page, 'Water the plants').getByRole('checkbox').isChecked(), true)
  await page.mouse.move(640, 20)
  await task(page, 'Water the plants').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Done' }).or(page.getByRole('button', { name: 'Done', exact: true })).first().click()
  await page.mouse.move(640, 20)
  await task(page, 'Water the plants').waitFor()
  await look(page, 'done')
  assert.deepEqual(complaints, [])
})

test('ten thousand memories are one list, of which only what is in sight is drawn; what the model adds moves nothing under a reader', async () => {
  const shell = await startProcess(join(makeFolder(), 'data'))
  const window = await openWindow(shell.url)
  const { page } = window
  const core = await openCore(window)
  await core.call('settings.update', { practiceRate: 0 })
  for (let from = 1; from <= 10_000; from += 100) await Promise.all(Array.from({ length: 100 }, (_, n) => core.call('memory.add', { text: `fact ${from + n}` })))
  await page.evaluate(() => { location.hash = '#/memory' })
  await memory(page, 'fact 10000').waitFor()
  assert.ok(await page.getByRole('listitem').count() < 60)
  assert.equal(await memory(page, 'fact 10000').getAttribute('aria-setsize'), '10000')
  await memory(page, 'fact 10000').focus()
  await page.keyboard.press('End')
  await isFocused(page.locator('[aria-posinset="10000"]'))
  await memory(page, 'fact 1').waitFor()
  await page.keyboard.press('ArrowUp')
  await isFocused(memory(page, 'fact 2'))
  assert.ok(await page.getByRole('listitem').count() < 60)
  await look(page, 'many')

  const before = await memory(page, 'fact 2').boundingBox()
  await saySomewhere(core, 'remember that the report is due on Friday')
  await see(page, 'The list has changed.')
  assert.deepEqual(await memory(page, 'fact 2').boundingBox(), before)
  await look(page, 'waiting')
  await page.getByRole('button', { name: 'Show the changes' }).click()
  await page.keyboard.press('Tab')
  await page.locator('[data-row][tabindex="0"]').focus()
  await page.keyboard.press('Home')
  await page.getByRole('listitem').filter({ hasText: 'the report is due on Friday' }).waitFor()
  assert.equal(await page.getByRole('listitem').first().getAttribute('aria-setsize'), '10001')
  assert.deepEqual(window.complaints, [])
})

test('an origin leads to the turn that wrote it, far above and on another branch; without its chat it says so', async () => {
  const shell = await startProcess(join(makeFolder(), 'data'))
  const window = await openWindow(shell.url)
  const { page } = window
  const core = await openCore(window)
  await core.call('settings.update', { practiceRate: 0, caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
  const { chatId } = await core.call('chat.create', {})
  let parent = await sayIn(core, chatId, null, 'remember that the cellar is damp')
  for (let n = 0; n < 60; n += 1) parent = await sayIn(core, chatId, parent, `list memories ${n}`)
  await page.evaluate(() => { location.hash = '#/memory' })
  const stored = memory(page, 'the cellar is damp')
  /** For forty frames on end: a list passes many places on its way. */
  const isInSight = (words: string) => page.evaluate((wanted) => new Promise<void>((resolve) => {
    let frames = 0
    const check = () => {
      const found = [...document.querySelectorAll('article')].some((each) => {
        const { top } = each.getBoundingClientRect()
        return each.textContent.includes(wanted) && top >= 0 && top < innerHeight
      })
      frames = found ? frames + 1 : 0
      if (frames >= 40) resolve()
      else requestAnimationFrame(check)
    }
    check()
  }), words)
  await stored.getByRole('link').click()
  await isInSight('remember that the cellar is damp')
  await sayIn(core, chatId, null, 'remember that the attic is dry')
  await isInSight('remember that the attic is dry')
  assert.equal(await page.locator('article').filter({ hasText: 'the cellar is damp' }).count(), 0)
  await page.goBack()
  await stored.getByRole('link').click()
  await isInSight('remember that the cellar is damp')
  await core.call('chat.delete', { chatId })
  await page.evaluate(() => { location.hash = '#/memory' })
  await stored.getByText('in a chat that was deleted').waitFor()
  assert.deepEqual(window.complaints, [])
})
