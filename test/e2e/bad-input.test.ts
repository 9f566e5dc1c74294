import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { isIdle, messageBox, say, sayAndWait, see, toolCard, turnWith } from './chat.ts'
import { openCore } from './core-door.ts'
import { longTasks, watchLongTasks } from './page-cost.ts'
import { servePages } from './page-server.ts'
import { go } from './state.ts'

const folder = makeFolder()
const workspace = join(folder, 'workspace')
mkdirSync(workspace)
mkdirSync(join(folder, 'elsewhere'))
writeFileSync(join(folder, 'secret.txt'), 'the word is swordfish')
writeFileSync(join(folder, 'elsewhere', 'secret.txt'), 'the word is swordfish')
symlinkSync(join(folder, 'elsewhere'), join(workspace, 'out'))
symlinkSync(join(folder, 'secret.txt'), join(workspace, 'link.txt'))

const unlisted = await servePages({ '/inside': '<h1>The word is swordfish</h1>' })
/** Odd in one way for each address. */
const odd: Server = createServer((request, response) => {
  switch (request.url) {
    case '/redirect': response.writeHead(302, { location: `http://${unlisted.host}/inside` }); response.end(); return
    case '/endless': {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      const pour = (): void => { while (!response.destroyed && response.write('<p>more and more of the same, and no end to it</p>'.repeat(200))); }
      response.on('drain', pour)
      pour()
      return
    }
    case '/silent': response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }); response.write('<p>the beginning</p>'); return
    case '/large': response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }); response.end('One line among very many of them.\n'.repeat(300_000)); return
    case '/long': response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }); response.end(`The first line.\n${'x'.repeat(1_500_000)}\nThe last line.`); return
    default: response.writeHead(404); response.end()
  }
})
await new Promise<void>((resolve) => { odd.listen(0, '127.0.0.1', resolve) })
after(() => { odd.close(); odd.closeAllConnections() })
const bound = odd.address()
if (bound === null || typeof bound === 'string') throw new Error('no port')
const oddHost = `127.0.0.1:${bound.port}`

const shell = await startProcess(join(folder, 'data'))
const window = await openWindow(shell.url)
const { page } = window
const core = await openCore(window)
await core.call('settings.update', { practiceRate: 0, workspace, privateHosts: [oddHost] })
await page.getByRole('button', { name: 'Start with the practice model' }).click()
await messageBox(page).waitFor()

/** What the newest card of this tool says when it went wrong; it opens by itself. */
async function refusalOf(words: string, title: string): Promise<string> {
  await sayAndWait(page, words)
  const card = toolCard(turnWith(page, words), title).last()
  await card.getByText('failed').first().waitFor()
  return card.innerText()
}

for (const [name, words, title, sentence] of [
  ['a path with ..', 'read ../secret.txt', 'Read a file', /holds ".*\.\..*", which could lead out of the workspace/],
  ['an absolute path', `read ${join(folder, 'secret.txt')}`, 'Read a file', /is an absolute path/],
  ['a link to a file outside', 'read link.txt', 'Read a file', /is a link, and links can lead out of the workspace/],
  ['a way through a linked folder', 'read out/secret.txt', 'Read a file', /is a link, and links can lead out of the workspace/],
  ['a file that is not there', 'read nowhere.txt', 'Read a file', /There is no .*nowhere\.txt.* in the workspace/],
  ['a private address', `fetch http://${unlisted.host}/inside`, 'Fetch a page', /is on this computer or a private network.*nothing was sent to it/],
  ['a page that leads on to a private address', `fetch http://${oddHost}/redirect`, 'Fetch a page', /redirects to another host, .*; nothing was fetched from it/],
  ['a page that pours without an end', `fetch http://${oddHost}/endless`, 'Fetch a page', /is larger than .* MB; nothing of it was kept/],
  ['a page of ten megabytes', `fetch http://${oddHost}/large`, 'Fetch a page', /is larger than .* MB; nothing of it was kept/],
] as const) {
  test(`${name} is refused with a sentence on the card, and the chat goes on`, async () => {
    assert.match(await refusalOf(words, title), sentence)
    assert.equal(await page.getByText(/swordfish/).count(), 0)
    await isIdle(page)
  })
}

test('nothing was asked of the host that was not listed', () => {
  assert.deepEqual(unlisted.requests, [])
})

test('a page that never says more can be stopped, and the chat goes on', async () => {
  await say(page, `fetch http://${oddHost}/silent`)
  const card = toolCard(turnWith(page, `fetch http://${oddHost}/silent`), 'Fetch a page')
  await card.getByText('running').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await isIdle(page)
  await turnWith(page, `fetch http://${oddHost}/silent`).getByText('Stopped.', { exact: true }).waitFor()
  await sayAndWait(page, 'say that it goes on')
})

test('a very long result is shown in part, says what was left out, and keeps the window quick', async (t) => {
  await watchLongTasks(page)
  await sayAndWait(page, `fetch http://${oddHost}/long`)
  const card = toolCard(turnWith(page, `fetch http://${oddHost}/long`), 'Fetch a page')
  await card.getByRole('button', { name: /Fetch a page/ }).first().click()
  await card.getByText(/were too many for the model/).waitFor()
  const drawn = await card.evaluate((element) => element.textContent.length)
  assert.ok(drawn < 50_000, `${drawn} characters are drawn`)
  await isIdle(page)
  await card.getByRole('button', { name: 'Show the whole result' }).click()
  await card.getByText(/The last line\./).first().waitFor()
  const longest = Math.max(0, ...await longTasks(page))
  t.diagnostic(`longest task ${longest.toFixed(0)} ms`)
  assert.ok(longest < 1000)
})

test('a workspace that is no folder is refused at its field, and one that goes away is said in the chat', async () => {
  await go(page, '#/settings/workspace')
  const field = page.getByLabel('Folder', { exact: true })
  for (const [wrong, sentence] of [[join(folder, 'nowhere'), /There is no such folder/], ['relative', /has to be a whole path/], [join(folder, 'secret.txt'), /That is a file, not a folder/]] as const) {
    await field.fill(wrong)
    await field.press('Enter')
    assert.match(await page.getByRole('alert').filter({ hasText: sentence }).innerText(), /Type the whole path/)
  }
  await page.goBack()
  await messageBox(page).waitFor()
  rmSync(workspace, { recursive: true })
  await sayAndWait(page, 'list files')
  await see(page, /I was not given files__list in this turn/)
  await sayAndWait(page, 'say that it still goes on')
})

test('a private host that is no host is refused at its field', async () => {
  await go(page, '#/settings/web')
  const field = page.getByLabel('Host to add')
  for (const wrong of ['http://nas.local', '*.local', 'nas.local:99999', 'nas local', 'nas.local/path', 'user@nas.local', '']) {
    await field.fill(wrong)
    await field.press('Enter')
    await page.getByRole('alert').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true', wrong)
  }
  assert.equal(await page.getByRole('button', { name: /^Remove / }).count(), 1)
  assert.deepEqual(window.complaints, [])
})
