import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findViolations, shoot } from './app.ts'
import { sayAndWait, turnWith } from './chat.ts'
import { enableTool } from './listed-tool.ts'
import { openApp } from './open-app.ts'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))

test('the image of a result is shown in the tool’s card, from what is stored and from nowhere else', async () => {
  const { page, core, shell, complaints } = await openApp()
  const { connectorId } = await core.call('connector.add', { label: 'Everything', reach: { kind: 'command', command: process.execPath, args: [EVERYTHING], cwd: null }, values: [] })
  await enableTool(core, connectorId, 'get-tiny-image', 'read')
  await sayAndWait(page, 'call get-tiny-image')
  const card = turnWith(page, 'call get-tiny-image').locator('[aria-label^="Call: "]')
  await card.getByRole('button').first().click()
  const image = card.getByRole('img', { name: /^image 1 from Everything, \d+ × \d+ pixels$/ })
  await image.waitFor()
  assert.ok(await image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0 && element.src.startsWith('data:image/png;base64,')))
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'result-image')
  assert.deepEqual(complaints, [])
  await shell.quit()
})
