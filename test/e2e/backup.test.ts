import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder, openWindow, shoot, startProcess } from './app.ts'
import { messageBox, sayAndWait, see } from './chat.ts'
import { openCore } from './core-door.ts'
import { go } from './state.ts'

test('a person takes everything along as one file, imports it elsewhere after seeing what it holds, and finds it after the next start', { timeout: 120_000 }, async () => {
  const folder = makeFolder()
  const first = await startProcess(join(folder, 'first'))
  const { page, complaints } = await openWindow(first.url)
  await page.getByRole('button', { name: 'Start with the practice model' }).click()
  await messageBox(page).waitFor()
  await sayAndWait(page, 'remember that the key is under the mat')
  await go(page, '#/settings/data')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export everything' }).click()])
  const file = join(folder, 'kept.backup')
  await download.saveAs(file)
  assert.match(download.suggestedFilename(), /^gatehouse-\d{4}-\d\d-\d\d\.backup$/)
  assert.equal(readFileSync(file).subarray(0, 15).toString(), 'SQLite format 3')
  await see(page, 'The backup was made.')
  await first.quit()

  const elsewhere = join(folder, 'second')
  const second = await startProcess(elsewhere)
  const other = await openWindow(second.url)
  await go(other.page, '#/settings/data')
  const choose = async (path: string): Promise<void> => {
    const [chooser] = await Promise.all([other.page.waitForEvent('filechooser'), other.page.getByRole('button', { name: 'Choose a backup' }).click()])
    await chooser.setFiles(path)
  }
  const letter = join(folder, 'letter.backup')
  writeFileSync(letter, 'Dear all, '.repeat(1000))
  await choose(letter)
  await see(other.page, 'That file is no backup of Gatehouse.')

  await choose(file)
  const review = other.page.getByRole('dialog', { name: 'Import this backup?' })
  await review.getByText('1 chat, 1 run, 1 memory').waitFor()
  await shoot(other.page, 'backup-review')
  await other.page.keyboard.press('Escape')
  await review.waitFor({ state: 'detached' })
  await choose(file)
  await review.getByRole('button', { name: 'Import at the next start' }).click()
  await see(other.page, /takes the place of what is here with the next start/)
  await shoot(other.page, 'backup-waits')
  await second.quit()

  const third = await startProcess(elsewhere)
  const last = await openWindow(third.url)
  await go(last.page, '#/memory')
  await see(last.page, 'the key is under the mat')
  await last.page.locator('[data-chat]').filter({ hasText: 'remember that the key' }).waitFor()
  assert.deepEqual(await (await openCore(last)).call('backup.accepted', {}), { accepted: null })
  assert.deepEqual([...complaints, ...other.complaints, ...last.complaints], [])
})
