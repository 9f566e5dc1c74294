import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { findViolations, shoot } from './app.ts'
import { approvalCard, say, see } from './chat.ts'
import { openApp, type App } from './open-app.ts'
import { go } from './state.ts'

const FAKE = fileURLToPath(new URL('../fakes/mcp-server.ts', import.meta.url))
const MEMORY = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))

async function openConnectors(theme: 'light' | 'dark'): Promise<App> {
  const app = await openApp({ theme })
  await go(app.page, '#/connectors')
  return app
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function addByForm(page: Page, label: string, args: readonly string[]): Promise<void> {
  await go(page, '#/connectors')
  await button(page, 'Add connector').click()
  await page.getByLabel('Name').fill(label)
  await page.getByLabel('Command').fill(process.execPath)
  await page.getByLabel('Arguments').fill(args.join('\n'))
  await button(page, 'Review').click()
  await button(page, 'Add and start').click()
  await page.getByRole('heading', { name: label, level: 1 }).waitFor()
}

test('pasted JSON is reviewed, added, its reads are enabled from a list, and the model calls one of them', async () => {
  const { page, shell, folder, complaints } = await openConnectors('light')
  await button(page, 'Add connector').click()
  await page.getByRole('radio', { name: 'Paste JSON' }).or(page.getByRole('button', { name: 'Paste JSON' })).first().click()
  await page.getByLabel('Configuration').fill(`{ // from another app
    "mcpServers": { "memory": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(MEMORY)}], "env": { "MEMORY_FILE_PATH": ${JSON.stringify(join(folder, 'memory.jsonl'))}, "API_TOKEN": "hunter2-hunter2" }, }, },
  }`)
  await button(page, 'Review').click()
  await button(page, 'Add and start').waitFor()
  await see(page, MEMORY)
  await see(page, 'MEMORY_FILE_PATH')
  assert.equal(await page.getByText(join(folder, 'memory.jsonl')).count(), 0, 'a value is not shown')
  assert.deepEqual(await Promise.all((await page.getByRole('checkbox', { name: 'keep as a secret' }).all()).map((box) => box.isChecked())), [false, true])
  await see(page, /For this session only|keychain/)
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'connector-review-light')
  await button(page, 'Add and start').click()
  await page.getByRole('heading', { name: 'memory', level: 1 }).waitFor()
  await button(page, /^Enable all \d+ read tools…$/).click()
  await see(page, 'Read the entire knowledge graph')
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'connector-reads-light')
  await button(page, /^Turn on \d+ tools$/).click()
  await page.getByRole('switch', { name: 'Read Graph on or off', checked: true }).waitFor()
  assert.equal(await page.getByRole('switch', { name: 'Create Entities on or off', checked: true }).count(), 0)
  await page.mouse.move(640, 5)
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'connector-sheet-light')

  await go(page, '#/new')
  await say(page, 'call mcp-memory__read_graph')
  await shoot(page, 'connector-call-light')
  await page.getByRole('group', { name: 'Call: Read Graph' }).waitFor()
  await go(page, '#/connectors/mcp-memory')
  await see(page, '1 call today')

  // A write that a person classed and switched on runs by the matrix.
  const row = page.getByRole('row').filter({ hasText: 'create_relations' })
  await row.getByRole('combobox').click()
  await page.getByRole('option', { name: /^destructive/ }).click()
  await see(page, 'set by you')
  await row.getByRole('switch', { name: 'Create Relations on or off' }).click()
  await page.getByRole('switch', { name: 'Create Relations on or off', checked: true }).waitFor()
  await go(page, '#/new')
  await say(page, 'call mcp-memory__create_relations {"relations":[]}')
  await approvalCard(page).waitFor()
  assert.match(await approvalCard(page).innerText(), /memory/)
  assert.deepEqual(complaints, [])
  assert.equal(await shell.quit(), 0)
})

test('a server that fails says why, a changed tool is accepted beside its old definition, and a server is renamed and removed, by keyboard', async () => {
  const { page, shell, complaints } = await openConnectors('dark')
  await addByForm(page, 'Failing', [FAKE, 'exits'])
  await see(page, 'no such database')
  await see(page, /exit code 3/)
  await shoot(page, 'connector-failed-dark')
  assert.deepEqual(await findViolations(page), [])

  await addByForm(page, 'changing', [FAKE, 'changing'])
  await page.getByRole('switch', { name: 'alpha on or off' }).click()
  await page.getByRole('switch', { name: 'alpha on or off', checked: true }).waitFor()
  await page.getByRole('switch', { name: 'silent_change on or off' }).click()
  await page.getByRole('switch', { name: 'silent_change on or off', checked: true }).waitFor()
  await go(page, '#/new')
  await say(page, 'call mcp-changing__silent_change')
  await approvalCard(page).locator('button[data-approve]:not([aria-disabled])').click()
  await go(page, '#/connectors/mcp-changing')
  await see(page, '1 tool changed')
  await see(page, 'Something else now.')
  await see(page, 'The tool alpha.')
  assert.deepEqual(await findViolations(page), [])
  await page.mouse.move(640, 5)
  await shoot(page, 'connector-changed-dark')
  await go(page, '#/connectors')
  await see(page, /1 to review/)
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'connectors-list-dark')
  await go(page, '#/connectors/mcp-changing')
  await button(page, 'Accept').focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 tool changed').waitFor({ state: 'detached' })

  await addByForm(page, 'poisoned', [FAKE, 'poisoned'])
  await see(page, '⟨U+202E⟩')
  await see(page, /names tools of other connectors: list_memories/)
  await addByForm(page, 'odd', [FAKE, 'annotations'])
  await see(page, 'its words contradict its hint')
  await page.getByRole('checkbox', { name: 'Pick wipe' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await see(page, '2 tools picked')
  await shoot(page, 'connector-bulk-dark')
  assert.deepEqual(await findViolations(page), [])
  await button(page, 'Set class').click()
  await page.getByText('2 tools picked').waitFor({ state: 'detached' })

  await button(page, 'More for odd').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Even')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Even', level: 1 }).waitFor()
  await button(page, 'More for Even').click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove…' }).click()
  await see(page, /A connector brings tools/)
  assert.equal(await page.getByText('Even').count(), 0)
  assert.deepEqual(complaints, [])
  assert.equal(await shell.quit(), 0)
})
