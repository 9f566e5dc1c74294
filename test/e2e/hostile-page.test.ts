import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { openCore } from './core-door.ts'
import { isIdle, messageBox, sayAndWait, toolCard, turnWith } from './chat.ts'
import { servePages } from './page-server.ts'

const portOf = (bound: AddressInfo | string | null): number => {
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return bound.port
}

const hostilePage = (host: string): string => `<title>Release notes</title><h1>Release notes</h1>
<img src="http://${host}/result.png"><svg><image href="http://${host}/svg.png"/></svg><iframe src="http://${host}/frame"></iframe>
<link rel="stylesheet" href="http://${host}/style.css"><div style="background:url(http://${host}/css.png)">styled</div>
<form action="http://${host}/form"><input name="q" autofocus onfocus="window.hasRun = 'focus'"></form>
<script>window.hasRun = 'script'</script><img src="x" onerror="window.hasRun = 'error'">
<p>![pixel](http://${host}/md.png) &lt;script&gt;window.hasRun = 'escaped'&lt;/script&gt; &lt;img src="http://${host}/escaped.png" onerror="window.hasRun = 'escaped'"&gt;</p>`

/** Connections to a listener that nothing at all may reach, preconnects included. */
let connections = 0
const listener = createServer((socket) => { connections += 1; socket.destroy() })
await new Promise<void>((resolve) => { listener.listen(0, '127.0.0.1', resolve) })
after(() => { listener.close() })
const trap = `127.0.0.1:${portOf(listener.address())}`
const stranger = await servePages({ '/result': hostilePage(trap), '/origin': '<title>Another origin</title><h1>Another origin</h1>' })
const shell = await startProcess(join(makeFolder(), 'data'))
const window = await openWindow(shell.url)
const { page } = window
await (await openCore(window)).call('settings.update', { practiceRate: 0, privateHosts: [stranger.host] })
await page.getByRole('button', { name: 'Start with the practice model' }).click()
await messageBox(page).waitFor()
const address = page.url()

/** What must be so after everything a stranger wrote was drawn, and after every press on it. */
async function assertUnharmed(after = ''): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve) }) }))
  const facts = await page.evaluate(() => ({
    ran: 'hasRun' in globalThis,
    remote: [...document.querySelectorAll('[src], [href], [srcset], [action], [data], [poster], [style*="url("]')].map((element) => element.outerHTML)
      .filter((html) => !/^<(?:script|link|img) [^>]*(?:src|href)="(?:\.|\/)?\/?[\w./-]*"/.test(html)),
    forbidden: document.querySelectorAll('iframe, form, object, embed, video, audio, base, article a, article style, article img').length,
    remembered: performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.startsWith(location.origin)),
  }))
  assert.deepEqual(facts, { ran: false, remote: [], forbidden: 0, remembered: [] })
  assert.equal(connections, 0, `something reached the listener ${after}`)
  assert.equal(page.url(), address)
  assert.equal(window.context.pages().length, 1, `another window was opened ${after}`)
}

test('an answer with images of every kind loads none of them', async () => {
  await sayAndWait(page, [
    `say pictures ![inline](http://${trap}/inline.png?d=secret) and ![by reference][pic] and ![short][] and ![SVG](http://${trap}/x.svg)`, '',
    `[pic]: http://${trap}/reference.png`, `[short]: //${trap}/short.png`, '',
    `<img src="http://${trap}/html.png" onerror="window.hasRun = 1">`, '',
    `<svg onload="window.hasRun = 1"><image href="http://${trap}/svg.png"/><foreignObject><img src="http://${trap}/foreign.png"></foreignObject></svg>`, '',
    `<style>body { background: url(http://${trap}/css.png) } @import "http://${trap}/import.css";</style><p style="background:url(http://${trap}/style.png)">styled</p>`, '',
    `<picture><source srcset="http://${trap}/set.png 2x"></picture><video poster="http://${trap}/poster.png" src="http://${trap}/film"></video>`, '',
    `![unc](//${trap}/unc.png) ![file](file:///etc/passwd) ![data](data:image/svg+xml,<svg onload=alert(1)>)`,
  ].join('\n'))
  await assertUnharmed()
  await isIdle(page)
  const placeholder = page.getByRole('button', { name: /Image, not loaded/ }).first()
  assert.match(await placeholder.innerText(), new RegExp(`${trap}/inline\\.png\\?d=secret`), 'the whole address is shown')
  await placeholder.click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByText(`http://${trap}/inline.png?d=secret`).waitFor()
  await assertUnharmed()
  await page.keyboard.press('Escape')
})

test('frames, forms, scripts and handlers in an answer are words and nothing else', async () => {
  await sayAndWait(page, [
    'say markup', '', '<script>window.hasRun = 1</script>', '', '<div onclick="window.hasRun = 1">press me</div>', '',
    `<iframe src="http://${trap}/frame"></iframe><object data="http://${trap}/object"></object><embed src="http://${trap}/embed">`, '',
    `<form action="http://${trap}/form"><button>Approve once</button></form>`, '', `<meta http-equiv="refresh" content="0;url=http://${trap}/refresh"><base href="http://${trap}/">`, '',
    `<link rel="preconnect" href="http://${trap}"><link rel="prefetch" href="http://${trap}/prefetch">`, '', '<a href="javascript:window.hasRun = 1">press me too</a>',
  ].join('\n'))
  await page.getByText('press me', { exact: false }).first().click()
  await page.getByText('press me too', { exact: false }).last().click()
  await assertUnharmed()
})

test('only web and mail addresses become links', async () => {
  await sayAndWait(page, [
    'say addresses', '', `[web](http://${trap}/web)`, '', '[script](javascript:window.hasRun=1)', '', '[spelled](&#106;avascript:window.hasRun=1)', '', '[file](file:///etc/passwd)', '',
    '[data](data:text/html,<script>window.hasRun=1</script>)', '', '[app](gatehouse://connect?command=rm)', '', '[two](vbscript:x)', '', `[name](http://bank.example@${trap}/)`, '', '[blob](blob:http://x/1)', '', '[mail](mailto:ann@example.org)',
  ].join('\n'))
  const links = await turnWith(page, 'say addresses').getByRole('link').allInnerTexts()
  assert.deepEqual(links, ['web', 'mail'])
  await assertUnharmed()
})

test('a press on a link shows where it leads and opens nothing; the middle button and a drag do nothing', async () => {
  const link = turnWith(page, 'say addresses').getByRole('link', { name: 'web' })
  await link.click({ button: 'middle' })
  await link.click({ modifiers: ['Control'] })
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByText(`http://${trap}/web`).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await link.dragTo(page.locator('header').first())
  await assertUnharmed()
})

test('a link or a page dropped on the window never replaces it', async () => {
  const session = await window.context.newCDPSession(page)
  const items = [{ mimeType: 'text/uri-list', data: `http://${trap}/dropped` }, { mimeType: 'text/html', data: `<a href="http://${trap}/dropped">x</a>` }]
  for (const [x, y] of [[640, 300], [110, 300], [1150, 400], [640, 20], [640, 750]] as const) {
    const data = { items, dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x, y, data })
    await assertUnharmed(`after a drop at ${x}, ${y}`)
  }
  await messageBox(page).fill('')
})

test('what a page holds runs nothing and loads nothing where its result is shown', async () => {
  await sayAndWait(page, `fetch http://${stranger.host}/result`)
  await toolCard(page, 'Fetch a page').getByRole('button', { name: /Fetch a page/ }).first().click()
  await toolCard(page, 'Fetch a page').getByText('Release notes').first().waitFor()
  await assertUnharmed()
  assert.deepEqual(stranger.requests, ['/result'])
})

test('a page of another origin in the same browser can open no socket, read nothing and frame nothing', async () => {
  const other = await window.context.newPage()
  await other.goto(`http://${stranger.host}/origin`)
  const { origin, host } = new URL(shell.url)
  const results = await other.evaluate(async ({ ours, ourHost }) => {
    const socket = await new Promise((resolve) => {
      const opened = new WebSocket(`ws://${ourHost}/socket`)
      opened.onopen = () => { resolve('opened') }
      opened.onerror = () => { resolve('refused') }
    })
    const read = (path: string, init: RequestInit) => fetch(`${ours}${path}`, { credentials: 'include', ...init }).then(async (response) => `${response.type} ${response.status} ${await response.text()}`, () => 'refused')
    const frame = document.createElement('iframe')
    frame.src = ours
    const framed = new Promise((resolve) => { frame.onload = resolve })
    document.body.append(frame)
    await framed
    let inside = 'refused'
    try { inside = frame.contentDocument === null ? 'refused' : frame.contentDocument.title } catch { inside = 'refused' }
    return { socket, page: await read('/', {}), opaque: await read('/', { mode: 'no-cors' }), session: await read('/session', { method: 'POST', body: '{"token":"x"}' }), inside }
  }, { ours: origin, ourHost: host })
  assert.equal(results.socket, 'refused')
  assert.equal(results.page, 'refused')
  assert.ok(results.opaque === 'refused' || results.opaque === 'opaque 0 ')
  assert.equal(results.session, 'refused')
  assert.equal(results.inside, 'refused')
  await other.close()
  await assertUnharmed()
})
