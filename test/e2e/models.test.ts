import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { say as answer, answerWith, callTool } from '../fakes/messages-endpoint-answer.ts'
import { startMessagesEndpoint, type MessagesEndpoint } from '../fakes/messages-endpoint.ts'
import { findViolations, makeFolder, openWindow, shoot, startProcess } from './app.ts'
import { messageBox, say, sayAndWait, see } from './chat.ts'
import { go } from './state.ts'

const KEY = 'sk-window-7d20b9c4a1e63f58'
const WRONG = 'sk-window-wrong-00000000'
const PASSPHRASE = 'several unrelated words'
const NEXT_PASSPHRASE = 'three other calm words'

const endpoints: MessagesEndpoint[] = []
after(async () => { for (const endpoint of endpoints) await endpoint.close() })

async function startEndpoint(answers: Parameters<typeof startMessagesEndpoint>[0] = {}): Promise<MessagesEndpoint> {
  const endpoint = await startMessagesEndpoint({ key: KEY, ...answers })
  endpoints.push(endpoint)
  return endpoint
}

/** Without a bus there is no keychain, whatever the machine has. */
const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: '' }

/** In both themes. */
async function assertWithoutBarriers(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await shoot(page, `${name}-${theme}`)
    assert.deepEqual(await findViolations(page), [], `${name}, ${theme}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Chooses in a select by the names of field and option. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('a newcomer pastes a key, tests it, chats with the service, and meets the key nowhere again', async () => {
  const endpoint = await startEndpoint({ answers: [answer('OK'), answer('Hello from the service.'), answerWith([callTool('tasks__add_task', '{"title":"water the plants"}')]), answer('It is on your list.')] })
  const dataDirectory = join(makeFolder(), 'data')
  const shell = await startProcess(dataDirectory, NO_BUS)
  const { page, complaints } = await openWindow(shell.url)
  const frames: string[] = []
  page.on('websocket', (socket) => { socket.on('framereceived', ({ payload }) => { frames.push(String(payload)) }) })
  await page.reload()
  await page.getByRole('button', { name: 'Paste a key' }).waitFor()
  await assertWithoutBarriers(page, 'first-run')

  await page.getByRole('button', { name: 'Paste a key' }).click()
  await choose(page, 'Service', 'Another one, by hand')
  await page.getByLabel('Name', { exact: true }).fill('My service')
  await page.getByLabel('Address', { exact: true }).fill('my.service')
  await page.getByLabel('Model id').fill('test-model')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await see(page, /begins with https:\/\/ or http:\/\//)
  await page.getByLabel('Address', { exact: true }).fill(`${endpoint.url}/v1/messages`)
  const keyField = page.getByLabel('API key')
  await keyField.fill(WRONG)
  await see(page, 'This system has no keychain that Gatehouse can use.')
  await see(page, /kept in memory, gone when Gatehouse ends/)
  await assertWithoutBarriers(page, 'first-run-key')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await see(page, /The key was refused/)
  await assertWithoutBarriers(page, 'first-run-refused')
  await keyField.fill(KEY)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await see(page, /^It works\. “test-model” answers: the first piece came after \d+ ms\.$/)
  await assertWithoutBarriers(page, 'first-run-works')

  await page.getByRole('button', { name: 'Save and start a chat' }).click()
  await messageBox(page).waitFor()
  await see(page, 'What should get done?')
  await say(page, 'hello there')
  await see(page, 'Hello from the service.')
  await say(page, 'put the plants on my list')
  await see(page, 'It is on your list.')
  await say(page, '/model')
  await see(page, 'My service (chosen)')
  await shoot(page, 'chat-with-a-service')
  assert.deepEqual(endpoint.requests.filter(({ problem }) => problem !== null), [])

  assert.equal(await page.evaluate((key) => document.documentElement.outerHTML.includes(key) || Object.values({ ...localStorage, ...sessionStorage }).some((value) => String(value).includes(key)), KEY), false)
  assert.ok(frames.length > 20)
  for (const frame of frames) assert.ok(!frame.includes(KEY) && !frame.includes(WRONG), 'a frame to the window holds a key')
  for (const name of readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDirectory, name)
    if (statSync(path).isFile()) assert.ok(!readFileSync(path, 'latin1').includes(KEY), `${name} holds the key`)
  }
  assert.deepEqual(complaints, [])
  assert.equal(await shell.quit(), 0)
})

test('in the settings a key goes behind a passphrase; after a restart the chat says that it is locked, and works once it isn’t', async () => {
  const endpoint = await startEndpoint()
  const dataDirectory = join(makeFolder(), 'data')
  const first = await startProcess(dataDirectory, NO_BUS)
  const { page, complaints } = await openWindow(first.url)
  await page.getByRole('button', { name: 'Start with the practice model' }).click()
  await messageBox(page).waitFor()
  await go(page, '#/settings/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('heading', { name: 'A new model' }).waitFor()
  await assertWithoutBarriers(page, 'settings-new-model')
  await choose(page, 'Service', 'Another one, by hand')
  await page.getByLabel('Name', { exact: true }).fill('My service')
  await page.getByLabel('Address', { exact: true }).fill(endpoint.url)
  await page.getByLabel('Model id').fill('test-model')
  await page.getByLabel('API key').fill(KEY)
  await choose(page, 'Keep the key', 'In an encrypted file')
  await page.getByRole('region', { name: 'A new model' }).getByLabel('Passphrase for the file').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Context window, images, prices and how the key is sent' }).click()
  await page.getByLabel('Price of input').fill('cheap')
  await page.getByRole('region', { name: 'A new model' }).getByRole('button', { name: 'Save' }).click()
  await see(page, /0 for free, or nothing for unknown/)
  await page.getByLabel('Price of input').fill('2.5')
  await page.getByRole('region', { name: 'A new model' }).getByRole('button', { name: 'Save' }).click()
  await see(page, 'My service is saved.')
  await page.getByRole('button', { name: 'Use for new turns: My service' }).click()
  await page.getByRole('row', { name: /My service/ }).getByText('answers new turns').waitFor()
  await page.getByRole('row', { name: /My service/ }).getByText('is set').waitFor()
  await assertWithoutBarriers(page, 'settings-models')
  assert.equal(await first.quit(), 0)

  const second = await startProcess(dataDirectory, NO_BUS)
  await go(page, '#/settings/keys')
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  await page.getByRole('row', { name: /My service/ }).getByText('is locked').waitFor()
  await assertWithoutBarriers(page, 'settings-keys-locked')
  await page.goBack()
  await page.goBack()
  await sayAndWait(page, 'hello there')
  await see(page, /The passphrase file is locked/)
  await shoot(page, 'chat-locked')
  await page.getByRole('button', { name: 'Open the keys' }).click()
  await page.getByLabel('Passphrase of the file').fill('not the passphrase')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await see(page, /That isn’t the passphrase/)
  await page.getByLabel('Passphrase of the file').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('row', { name: /My service/ }).getByText('is set').waitFor()
  await page.goBack()
  await sayAndWait(page, 'hello once more')
  await see(page, 'Done.')

  await go(page, '#/settings/keys')
  await page.getByRole('button', { name: 'Change the passphrase' }).click()
  const change = async (current: string, next: string) => {
    await page.getByLabel('Passphrase it has now').fill(current)
    await page.getByLabel('New passphrase').fill(next)
    await page.getByLabel('New passphrase').press('Enter')
  }
  await change('not the passphrase', NEXT_PASSPHRASE)
  await see(page, /That isn’t the passphrase/)
  await change(PASSPHRASE, 'short')
  await see(page, /A passphrase has 8 to 1024 characters/)
  await assertWithoutBarriers(page, 'settings-passphrase')
  await change(PASSPHRASE, NEXT_PASSPHRASE)
  await see(page, 'The file has a new passphrase.')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await page.getByLabel('Passphrase of the file').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await see(page, /That isn’t the passphrase/)
  await page.getByLabel('Passphrase of the file').fill(NEXT_PASSPHRASE)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('row', { name: /My service/ }).getByText('is set').waitFor()
  await page.getByRole('button', { name: 'Add a key' }).click()
  await page.getByLabel('Name of the key').fill('notes-token')
  await page.getByLabel('Value').fill('token-for-notes')
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByRole('row', { name: /notes-token.*this session/ }).waitFor()
  await assertWithoutBarriers(page, 'settings-keys')
  await page.getByRole('button', { name: 'Remove the key notes-token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('row', { name: /notes-token/ }).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  assert.equal(await second.quit(), 0)
})

test('a key that is pasted with a line break is refused where it is pasted', async () => {
  const shell = await startProcess(join(makeFolder(), 'data'), NO_BUS)
  const { page, context } = await openWindow(shell.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Paste a key' }).click()
  await page.getByLabel('API key').focus()
  await page.evaluate(() => navigator.clipboard.writeText('sk-first-part\nsecond-part'))
  await page.keyboard.press('Control+v')
  await see(page, /has a line break in it/)
  assert.equal(await page.getByLabel('API key').inputValue(), '')
  assert.equal(await shell.quit(), 0)
})

test('a newcomer points at a local server that needs no key', async () => {
  const endpoint = await startMessagesEndpoint({ answers: [answer('OK'), answer('From your own machine.')] })
  endpoints.push(endpoint)
  const shell = await startProcess(join(makeFolder(), 'data'), NO_BUS)
  const { page } = await openWindow(shell.url)
  await page.getByRole('button', { name: 'Point at a local server' }).click()
  await choose(page, 'Service', 'Ollama')
  await page.getByLabel('Address', { exact: true }).fill(endpoint.url)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await see(page, 'Enter the model’s id.')
  await page.getByLabel('Model id').fill('small-model')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await see(page, /^It works\./)
  await see(page, /^It gets tools that read and no others.*As Gatehouse ships it, since \d{4}-\d\d-\d\d\.$/)
  await page.getByRole('radio', { name: 'All, on my word' }).click()
  await see(page, /^You vouch for it in your own chats: it gets tools that write and destroy as well\./)
  await assertWithoutBarriers(page, 'first-run-local')
  await page.getByRole('radio', { name: 'Those that read' }).click()
  await page.getByRole('button', { name: 'Save and start a chat' }).click()
  await say(page, 'hello there')
  await see(page, 'From your own machine.')
  const told = (endpoint.requests.at(-1)?.body?.tools ?? []).map(({ name }) => name)
  assert.deepEqual([told.includes('recall__search_memories'), told.some((name) => /create|delete|update|write|add_/.test(name))], [true, false], told.join(' '))
  assert.equal(await shell.quit(), 0)
})
