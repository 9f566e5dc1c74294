import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { approvalCard, isAnswerable, isIdle, messageBox, openPalette, see, turnWith } from './chat.ts'

const MOST_STOPS = 60

/** Presses Tab until the wanted thing has the focus, and sees that every stop shows where it is. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const at = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      // A field's mark is drawn by the frame around it.
      const frames = [element, element.parentElement, element.parentElement?.parentElement, element.parentElement?.parentElement?.parentElement].filter((part) => part instanceof HTMLElement)
      const isMarked = frames.some((part) => { const { outlineStyle, boxShadow } = getComputedStyle(part); return outlineStyle !== 'none' || boxShadow !== 'none' })
      return { name: element.getAttribute('aria-label') ?? document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ?? element.textContent ?? '', isMarked }
    })
    if (at !== null) {
      assert.ok(at.isMarked, `nothing shows that “${at.name.slice(0, 40)}” has the focus`)
      if (name.test(at.name.trim())) return
    }
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never came to ${String(name)}`)
}

const type = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('from the first start to an approved and a rejected call, a new name and a setting, without a pointer', async () => {
  const shell = await startProcess(join(makeFolder(), 'data'))
  const { page, complaints } = await openWindow(shell.url)
  await page.getByRole('button', { name: 'Start with the practice model' }).waitFor()
  await tabTo(page, /^Start with the practice model$/)
  await page.keyboard.press('Enter')
  await messageBox(page).waitFor()
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement, undefined)

  await type(page, 'add a task to stay')
  await turnWith(page, 'add a task to stay').getByRole('button', { name: /tokens$/ }).waitFor()
  await isIdle(page)
  await type(page, 'delete task 1')
  await isAnswerable(page)
  // An empty message box gives the focus to the question; on a destructive one to Reject.
  await page.waitForFunction(() => document.activeElement?.closest('[data-question]') !== null)
  await page.keyboard.press('Enter')
  await see(page, /You didn’t approve/)
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)

  await isIdle(page)
  await type(page, 'delete task #1')
  await isAnswerable(page)
  await page.waitForFunction(() => document.activeElement?.closest('[data-question]') !== null)
  await page.keyboard.press('Control+Enter')
  await see(page, /Task 1 is deleted/)
  assert.equal(await approvalCard(page).count(), 0)

  await openPalette(page)
  await page.keyboard.type('dark theme')
  await page.getByRole('option', { name: 'Dark theme' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')

  await tabTo(page, /^add a task to stay/)
  await page.keyboard.press('F2')
  await page.getByLabel('Name of this chat').waitFor()
  await page.keyboard.press('Control+a')
  await type(page, 'Tasks by key')
  await page.getByRole('button', { name: 'Tasks by key', exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})
