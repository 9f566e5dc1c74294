import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, shoot } from './app.ts'
import { say, sayAndWait, see, turnWith } from './chat.ts'
import { openApp } from './open-app.ts'

test('a chat that outgrew its window goes on, and a quiet line shows the summary that the model reads instead', async () => {
  const { page, shell, complaints } = await openApp()
  for (const words of ['say the first thing', 'say the second thing', 'say the third thing']) await sayAndWait(page, words)
  await say(page, 'outgrow the window')
  await see(page, 'so the chat fits again')
  const turn = turnWith(page, 'outgrow the window')
  const line = turn.getByRole('button', { name: 'Earlier messages were summarised so that the chat fits the model.' })
  assert.equal(await line.getAttribute('aria-expanded'), 'false')
  await line.press('Enter')
  const summary = turn.locator('figure').filter({ hasText: 'the model’s summary' })
  await summary.getByText('Summary by rule of 1 message').waitFor()
  assert.match(await summary.innerText(), /- say the first thing/)
  await page.getByText('summarised to fit').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'compaction')
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'compaction-dark')
  await page.reload()
  await turnWith(page, 'outgrow the window').getByRole('button', { name: /Earlier messages were summarised/ }).waitFor()
  assert.deepEqual(complaints, [])
  await shell.quit()
})
