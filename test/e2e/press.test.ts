import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compose, parkPointer, sayAndWait, turnWith } from './chat.ts'
import { openApp } from './open-app.ts'

const { page, core, complaints } = await openApp()

test('what is in sight takes a press in the moment in which the thread scrolls', async () => {
  await sayAndWait(page, 'write 900 words')
  const under = await page.getByRole('region', { name: 'Messages' }).evaluate(async (element) => {
    const frame = (): Promise<number> => new Promise((resolve) => { requestAnimationFrame(resolve) })
    element.scrollTop -= 200
    await frame()
    await frame()
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article') !== null
  })
  assert.ok(under, 'the press would have reached nothing')
})

test('a link is pressed once while the answer that follows it still streams', async () => {
  await core.call('settings.update', { practiceRate: 60 })
  await parkPointer(page)
  await compose(page, `say [the list](https://example.org/list)\n\n${Array.from({ length: 600 }, (_, index) => `word${index} `).join('')}`)
  await page.keyboard.press('Enter')
  const turn = turnWith(page, 'word0')
  // Once in the message, once in the answer.
  await page.waitForFunction(() => document.querySelector('main')?.textContent.match(/word90 /g)?.length === 2)
  await turn.getByRole('link', { name: 'the list' }).click()
  await page.getByRole('alertdialog').getByText('https://example.org/list').waitFor()
  assert.equal(await page.locator('article[aria-busy="true"]').count(), 1, 'the answer still comes')
  assert.deepEqual(complaints, [])
})
