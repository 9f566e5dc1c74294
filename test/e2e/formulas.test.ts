import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, makeFolder, openWindow, startProcess } from './app.ts'
import { say } from './chat.ts'

test('a formula is typeset, and one that can’t be read stays as it was written', async () => {
  const { url } = await startProcess(makeFolder())
  const { page } = await openWindow(url)
  await page.getByRole('button', { name: /practice model/i }).click()
  await say(page, 'say the sum is $\\frac{a_1}{b^2}$ and not $\\nosuchthing_{x$')
  const formula = page.locator('article math').last()
  await formula.waitFor()
  assert.deepEqual(await formula.locator('mfrac > *').evaluateAll((parts) => parts.map((part) => part.textContent)), ['a1', 'b2'])
  assert.equal(await page.locator('article annotation').count(), 0)
  assert.match(await page.locator('article').last().innerText(), /\\nosuchthing_\{x/)
  assert.deepEqual(await findViolations(page), [])
})
