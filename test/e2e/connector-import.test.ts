import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { makeBundle } from '../mcp/bundle-file.ts'
import { findViolations, openWindow, shoot, startProcess } from './app.ts'
import { see } from './chat.ts'
import { openApp, type App } from './open-app.ts'
import { go } from './state.ts'

const FAKE = fileURLToPath(new URL('../fakes/mcp-server.ts', import.meta.url))
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function openConnectors(theme: 'light' | 'dark'): Promise<App> {
  const app = await openApp({ theme })
  await go(app.page, '#/connectors')
  return app
}

async function chooseFileWay(page: Page): Promise<void> {
  await button(page, 'Add connector').click()
  await page.getByRole('radio', { name: 'From a file' }).or(page.getByRole('button', { name: 'From a file' })).first().click()
}

test('a file of another app is picked, its open values are filled in, its good servers are added and the bad ones named', async () => {
  const { page, shell, folder, complaints } = await openConnectors('light')
  const file = join(folder, 'mcp.json')
  const project = join(folder, 'shop')
  mkdirSync(project)
  writeFileSync(file, `\uFEFF{ // from another app
    "inputs": [{ "id": "key", "type": "promptString", "description": "The key of the service", "password": true }],
    "servers": {
      "keyed": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(FAKE)}, "plain", "\${input:region}"], "env": { "KEY": "\${input:key}", "HOME_OF_IT": "\${HOME}" }, "timeout": 30000 },
      "far": { "type": "ws", "url": "wss://mcp.example/" },
    },
    "projects": { ${JSON.stringify(project)}: { "mcpServers": { "shop": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(FAKE)}, "plain"] } } } },
  }`)
  await chooseFileWay(page)
  await shoot(page, 'connector-file-light')
  assert.deepEqual(await findViolations(page), [])
  await page.getByLabel('Configuration file').setInputFiles(file)
  const keyed = page.getByRole('region', { name: 'keyed' })
  await keyed.waitFor()
  await see(page, /far: It is reached by a web socket/)
  await see(page, /“timeout” of 30000 is taken as 30 s/)
  await see(page, /It belongs to one project/)
  assert.deepEqual(await findViolations(page), [])
  assert.equal(await keyed.getByRole('button', { name: 'Add and start' }).isDisabled(), true)
  await keyed.getByLabel('region').fill('north')
  await keyed.getByLabel('key', { exact: true }).fill('one-two-three')
  await see(page, /plain north/)
  assert.deepEqual(await Promise.all((await keyed.getByRole('checkbox', { name: 'keep as a secret' }).all()).map((box) => box.isChecked())), [true])
  await keyed.getByLabel('key', { exact: true }).focus()
  await shoot(page, 'connector-fill-light')
  assert.deepEqual(await findViolations(page), [])
  await keyed.getByRole('button', { name: 'Add and start' }).click()
  await see(page, 'Added. It is starting.')
  await page.getByRole('region', { name: 'shop' }).getByRole('button', { name: 'Add and start' }).click()
  await button(page, 'Done').click()
  await go(page, '#/connectors/mcp-keyed')
  await page.getByRole('switch', { name: 'environment on or off' }).waitFor()
  await button(page, 'How it is started').click()
  await see(page, '120 s to start · 30 s without an answer or progress · 600 s for a call in all')
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'connector-limits-light')
  await button(page, 'More for keyed').click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove…' }).click()
  await see(page, /A connector brings tools/)
  await go(page, '#/connectors/mcp-shop')
  await button(page, 'How it is started').click()
  await see(page, project)
  assert.deepEqual(complaints, [])
  assert.equal(await shell.quit(), 0)
})

test('a file that can’t be read gives a sentence and adds nothing; one can be dropped on the dialog; limits are typed in the form', async () => {
  const { page, shell, folder, complaints } = await openConnectors('dark')
  const [binary, long] = [join(folder, 'photo.json'), join(folder, 'long.json')]
  writeFileSync(binary, Buffer.from([0xc3, 0x28, 0xa0, 0xff]))
  writeFileSync(long, ' '.repeat(1024 * 1024 + 1))
  await chooseFileWay(page)
  await page.getByLabel('Configuration file').setInputFiles(binary)
  await see(page, 'photo.json is not a text file. Nothing was changed.')
  await page.getByLabel('Configuration file').setInputFiles(long)
  await see(page, /long\.json is larger than 1 MB/)
  await shoot(page, 'connector-file-dark')
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('dialog').getByText('Configuration file').evaluate((element, text) => {
    const transfer = new DataTransfer()
    const bytes = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8])])
    transfer.items.add(new File([bytes], 'dropped.json'))
    for (const type of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }))
  }, JSON.stringify({ mcpServers: { dropped: { command: process.execPath, args: [FAKE, 'plain'] } } }))
  await page.getByRole('region', { name: 'dropped' }).waitFor()
  await see(page, 'dropped.json')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('button', { name: /dropped/ }).count(), 0, 'nothing starts before it is confirmed')

  await button(page, 'Add connector').click()
  await page.getByLabel('Name').fill('Limited')
  await page.getByLabel('Command').fill(process.execPath)
  await page.getByLabel('Arguments').fill(`${FAKE}\nhang`)
  await button(page, 'Time limits').click()
  await page.getByLabel('Seconds to start').fill('9000')
  await see(page, 'A whole number from 1 to 600.')
  assert.equal(await button(page, 'Review').isDisabled(), true)
  await page.getByLabel('Seconds to start').fill('2')
  await page.getByLabel('Seconds for a call in all').fill('10')
  await page.getByLabel('Seconds without an answer').fill('20')
  await see(page, 'Must not be shorter than the wait for an answer.')
  await page.getByLabel('Seconds without an answer').fill('5')
  await shoot(page, 'connector-limit-fields-dark')
  assert.deepEqual(await findViolations(page), [])
  await button(page, 'Review').click()
  await see(page, 'Seconds to start: 2 · Seconds without an answer: 5 · Seconds for a call in all: 10')
  await button(page, 'Add and start').click()
  await see(page, /did not get ready within 2 s/)
  assert.deepEqual(complaints, [])
  assert.equal(await shell.quit(), 0)
})

test('a bundle is picked, shows what it would start and where its files are, and is added with the values it asks for', async () => {
  const { page, folder, complaints } = await openConnectors('dark')
  const file = join(folder, 'garden.mcpb')
  writeFileSync(file, makeBundle())
  await chooseFileWay(page)
  await page.getByLabel('Configuration file').setInputFiles(file)
  const garden = page.getByRole('region', { name: 'Garden' })
  await garden.waitFor()
  await see(page, /the bundle garden\.mcpb, version 1\.2\.0, made by A gardener in its own words/)
  await see(page, /Its files were unpacked to/)
  assert.equal(await page.getByRole('button', { name: /Garden/ }).count(), 0, 'nothing starts before it is confirmed')
  await garden.getByLabel(/^region/).fill('north')
  await garden.getByLabel(/^soil/).fill('clay')
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'connector-bundle-dark')
  await garden.getByRole('button', { name: 'Add and start' }).click()
  await page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor()
  await page.getByRole('switch', { name: 'echo on or off' }).waitFor()

  writeFileSync(file, 'This is no bundle.')
  await go(page, '#/connectors')
  await chooseFileWay(page)
  await page.getByLabel('Configuration file').setInputFiles(file)
  await see(page, /^It is not an? (?:archive|bundle)/)
  assert.deepEqual(complaints, [])
})

test('after a restart the sheet of a server that doesn’t come up shows its tools as they were listed; a sheet of a thousand opens quickly', async (t) => {
  const { page, shell, folder, complaints, context } = await openConnectors('light')
  const program = join(folder, 'server.mjs')
  writeFileSync(program, `process.argv[2] = 'thousand'; await import(${JSON.stringify(new URL('../fakes/mcp-server.ts', import.meta.url).href)})`)
  await button(page, 'Add connector').click()
  await page.getByLabel('Name').fill('Big')
  await page.getByLabel('Command').fill(process.execPath)
  await page.getByLabel('Arguments').fill(program)
  await button(page, 'Review').click()
  await button(page, 'Add and start').click()
  await see(page, '50 of 1000 tools are shown.')
  await go(page, '#/connectors')
  await see(page, '0 of 1000 tools on')
  const from = performance.now()
  await button(page, /^Big/).click()
  const toggle = page.getByRole('switch', { name: 'tool_7 on or off', exact: true })
  await toggle.waitFor()
  const opened = performance.now() - from
  await toggle.click()
  await page.getByRole('switch', { name: 'tool_7 on or off', exact: true, checked: true }).waitFor()
  const switched = performance.now() - from - opened
  t.diagnostic(`a sheet of 1,000 tools: open ${opened.toFixed(0)} ms, one switch ${switched.toFixed(0)} ms`)
  assert.ok(opened < 5000 && switched < 5000)
  await button(page, 'Show 50 more').click()
  await see(page, '100 of 1000 tools are shown.')
  assert.equal(await shell.quit(), 0)

  writeFileSync(program, 'process.exit(3)')
  const again = await startProcess(join(folder, 'data'))
  const second = await openWindow(again.url, { theme: 'light' })
  await go(second.page, '#/connectors/mcp-big')
  await see(second.page, /Tools as last listed .*None of them can be called/)
  await second.page.getByRole('switch', { name: 'tool_7 on or off', exact: true, checked: true }).waitFor()
  await shoot(second.page, 'connector-remembered-light')
  assert.deepEqual(await findViolations(second.page), [])
  assert.deepEqual([...complaints, ...second.complaints], [])
  await context.close()
  assert.equal(await again.quit(), 0)
})
