import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCore } from '../../electron/core/core.ts'
import { findBarriers, openWindow } from './open-window.ts'

const caller = { clientId: 'test' }
const NOTICE = 'Deleted “Older”.'

/** What could be pressed if the notices weren't there, as its text; looked for at every eighth point of each notice. */
const underNotices = (page: Page): Promise<readonly string[]> => page.evaluate(() => {
  const controls = 'a, button, input, textarea, select, [role="switch"], [role="button"], [tabindex="0"]'
  const found = new Set<string>()
  for (const notice of document.querySelectorAll('[aria-live] [role="group"]')) {
    const { left, right, top, bottom } = notice.getBoundingClientRect()
    for (let x = left; x < right; x += 8) {
      for (let y = top; y < bottom; y += 8) {
        for (const element of document.elementsFromPoint(x, y)) {
          const control = element.closest<HTMLElement>(controls)
          if (control !== null && !notice.contains(control)) found.add(control.ariaLabel ?? control.innerText)
        }
      }
    }
  }
  return [...found]
})

test('a notice lies over nothing that can be pressed, moves nothing beside the rail, is read out, and leaves the keys to the page', async (context) => {
  const { page, go } = await openWindow(context, {
    createCore: async (host) => {
      const core = await createCore(host)
      for (const title of [...Array.from({ length: 40 }, (_, index) => `Chat ${index}`), 'Older']) {
        const { chatId } = await core.handlers.calls['chat.create']({}, caller)
        await core.handlers.calls['chat.rename']({ chatId, title }, caller)
      }
      return core
    },
  })
  await go('#/runs')
  await page.getByText('Nothing has run yet').waitFor()
  const places = () => page.getByRole('main').or(page.getByRole('group', { name: 'Pages' })).evaluateAll((parts) => parts.flatMap((part) => [...part.querySelectorAll('button, [role="switch"]')].map((control) => JSON.stringify(control.getBoundingClientRect()))))
  const before = await places()
  assert.ok(before.length > 10)

  await page.getByRole('button', { name: 'Older', exact: true }).focus()
  await page.keyboard.press('Delete')
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('group', { name: NOTICE })
  await notice.getByRole('button', { name: 'Undo' }).waitFor()
  assert.equal(await notice.evaluate((element) => element.closest('[aria-live]')?.getAttribute('aria-live')), 'polite')
  // It stays while the pointer is on it.
  await notice.hover()
  assert.deepEqual(await places(), before)
  assert.deepEqual(await underNotices(page), [])
  assert.deepEqual(await findBarriers(page), [])

  await page.keyboard.press('Control+b')
  await page.getByRole('button', { name: 'Show the list of chats' }).waitFor()
  assert.deepEqual(await underNotices(page), [], 'without the rail')
  await page.setViewportSize({ width: 700, height: 700 })
  await page.keyboard.press('Alt+n')
  await page.getByRole('textbox', { name: /message/i }).waitFor()
  assert.deepEqual(await underNotices(page), [], 'over a chat in a narrow window')
  assert.ok(await notice.isVisible())
})
