import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ToolRow } from '../../shared/connector-record.ts'
import { findViolations, makeFolder, openWindow, shoot, startProcess } from './app.ts'
import { sayAndWait, turnWith } from './chat.ts'
import { openCore } from './core-door.ts'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))

test('the image of a result is shown in the tool’s card, from what is stored and from nowhere else', async () => {
  const shell = await startProcess(makeFolder())
  const window = await openWindow(shell.url)
  const { page } = window
  const core = await openCore(window)
  await core.call('settings.update', { practiceRate: 0 })
  const { connectorId } = await core.call('connector.add', { label: 'Everything', command: process.execPath, args: [EVERYTHING], cwd: null, env: [] })
  const tool = await new Promise<ToolRow>((resolve) => {
    core.watch('connector-tools.watch', { connectorId }, (item) => {
      const found = item.kind === 'snapshot' ? item.rows.find((row) => row.tool === 'get-tiny-image') : item.kind === 'changed' && item.row.tool === 'get-tiny-image' ? item.row : undefined
      if (found !== undefined) resolve(found)
    })
  })
  await core.call('tool.set-class', { connectorId, tools: [{ tool: tool.tool, pin: tool.pin }], toolClass: 'read' })
  await core.call('tool.switch', { connectorId, tool: tool.tool, on: true, pin: tool.pin })
  await page.getByRole('button', { name: /start with the practice model/i }).click()
  await sayAndWait(page, 'call get-tiny-image')
  const card = turnWith(page, 'call get-tiny-image').locator('[aria-label^="Call: "]')
  await card.getByRole('button').first().click()
  const image = card.getByRole('img', { name: /^image 1 from Everything, \d+ × \d+ pixels$/ })
  await image.waitFor()
  assert.ok(await image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0 && element.src.startsWith('data:image/png;base64,')))
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'result-image')
  assert.deepEqual(window.complaints, [])
  await shell.quit()
})
