import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FakeElectron } from '../fakes/desktop.ts'
import { startDesktop, type Desktop } from './desktop-fixture.ts'

/* What the page of the desktop shell can't do. */

const OUR_PAGE = 'app://gatehouse/'

test('the page’s preferences are exactly these, and the first click only brings the window forward', async (context) => {
  const { window, electron } = await startDesktop(context)
  const { webPreferences, acceptFirstMouse, show } = window().options
  assert.deepEqual(webPreferences, {
    preload: `${electron.fake.appPath}/out/desktop/preload/preload.cjs`,
    devTools: false, sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false,
    webviewTag: false, webSecurity: true, allowRunningInsecureContent: false, experimentalFeatures: false, plugins: false, navigateOnDragDrop: false,
    safeDialogs: true, spellcheck: false, enableWebSQL: false, autoplayPolicy: 'document-user-activation-required',
  })
  assert.deepEqual({ acceptFirstMouse, show }, { acceptFirstMouse: false, show: false })
})

test('developer tools are there in development builds only', async (context) => {
  const { window, electron } = await startDesktop(context, { prepare: ({ fake }) => { fake.isPackaged = false } })
  assert.equal(window().options.webPreferences?.devTools, true)
  assert.match(JSON.stringify(electron.fake.menu), /toggleDevTools/)
  const packaged = await startDesktop(context)
  assert.doesNotMatch(JSON.stringify(packaged.electron.fake.menu), /toggleDevTools|"reload"/)
})

test('the sandbox and the page’s scheme are set before Electron is ready', async (context) => {
  const { electron } = await startDesktop(context)
  const { order, schemes } = electron.fake
  for (const early of ['setPath userData', 'enableSandbox', 'registerSchemesAsPrivileged', 'requestSingleInstanceLock']) {
    assert.ok(order.indexOf(early) >= 0 && order.indexOf(early) < order.indexOf('whenReady'), early)
  }
  assert.deepEqual(schemes, [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }])
  assert.ok(order.includes(`loadURL ${OUR_PAGE}`))
})

const navigates = (desktop: Desktop, url: string, isMainFrame = true): boolean => {
  const event = Object.assign(new desktop.electron.FakeEvent(), { url, isMainFrame })
  desktop.window().webContents.emit('will-frame-navigate', event)
  return !event.defaultPrevented
}

test('the window never navigates, is never sent elsewhere, and embeds nothing', async (context) => {
  const desktop = await startDesktop(context)
  assert.equal(navigates(desktop, OUR_PAGE), true)
  assert.equal(navigates(desktop, 'app://gatehouse/#/inbox'), true)
  for (const url of ['https://example.org/', 'http://127.0.0.1:7420/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'app://other/', 'app://gatehouse.example.org/', 'app://gatehouse/assets/main.js', 'app://gatehouse/?x', 'mailto:a@example.org', 'gatehouse://inbox', 'about:blank', 'blob:app://gatehouse/1', '']) {
    assert.equal(navigates(desktop, url), false, url)
  }
  assert.equal(navigates(desktop, OUR_PAGE, false), false)
  for (const name of ['will-redirect', 'will-attach-webview']) {
    const event = new desktop.electron.FakeEvent()
    desktop.window().webContents.emit(name, event)
    assert.equal(event.defaultPrevented, true, name)
  }
})

type HandlerDetails = Parameters<Parameters<InstanceType<FakeElectron['BrowserWindow']>['webContents']['setWindowOpenHandler']>[0]>[0]
const openDetails = (url: string): HandlerDetails => ({ url, frameName: '_blank', features: 'noopener,noreferrer', disposition: 'foreground-tab', referrer: { url: '', policy: 'no-referrer' } })

test('no window is ever opened; https and mailto addresses go to the system, and others are said to be refused', async (context) => {
  const { electron, window } = await startDesktop(context)
  const open = (url: string) => window().webContents.openHandler?.(openDetails(url))
  for (const url of ['https://example.org/a?b=c', 'mailto:ann@example.org?subject=x', 'http://example.org/', 'file:///bin/sh', 'smb://host/share', 'javascript:alert(1)', 'gatehouse://inbox', `https://example.org/${'x'.repeat(2000)}`, 'https://user:pass@example.org/', 'mailto:ann@example.org?attach=/etc/passwd']) {
    assert.deepEqual(open(url), { action: 'deny' }, url)
  }
  assert.deepEqual(electron.fake.openedOutside, ['https://example.org/a?b=c', 'mailto:ann@example.org?subject=x'])
  assert.equal(electron.fake.boxes.length, 8)
  assert.match(electron.fake.boxes[0]?.detail ?? '', /https and mailto[\s\S]*http:\/\/example\.org\//)
})

test('a page that isn’t ours opens nothing outside either', async (context) => {
  const { electron, window } = await startDesktop(context)
  window().webContents.address = 'https://example.org/'
  assert.deepEqual(window().webContents.openHandler?.(openDetails('https://example.org/')), { action: 'deny' })
  assert.deepEqual(electron.fake.openedOutside, [])
})

const PERMISSIONS = [
  'clipboard-read', 'clipboard-sanitized-write', 'display-capture', 'fullscreen', 'geolocation', 'idle-detection', 'keyboardLock', 'media', 'mediaKeySystem', 'midi', 'midiSysex',
  'notifications', 'openExternal', 'pointerLock', 'speaker-selection', 'storage-access', 'top-level-storage-access', 'window-management', 'unknown', 'fileSystem', 'hid', 'serial', 'usb', 'local-fonts', 'persistent-storage',
] as const

test('every permission is denied but writing to the clipboard, which our own page may', async (context) => {
  const { electron } = await startDesktop(context)
  const { request, check, device, display } = electron.session.defaultSession
  const allowedBy = (address: string, isMainFrame: boolean) => PERMISSIONS.filter((permission) => {
    let asked: boolean | null = null
    Reflect.apply(request ?? assert.fail, null, [null, permission, (granted: boolean) => { asked = granted }, { requestingUrl: address, isMainFrame }])
    const checked: unknown = Reflect.apply(check ?? assert.fail, null, [null, permission, address, { isMainFrame, requestingUrl: address }])
    assert.equal(checked, asked, permission)
    return checked === true
  })
  assert.deepEqual(allowedBy(OUR_PAGE, true), ['clipboard-sanitized-write'])
  assert.deepEqual(allowedBy(OUR_PAGE, false), [])
  assert.deepEqual(allowedBy('https://example.org/', true), [])
  assert.deepEqual(allowedBy('app://gatehouse.example.org/', true), [])
  assert.equal(Reflect.apply(device ?? assert.fail, null, [{}]), false)
  let streams: unknown = 'not told'
  Reflect.apply(display ?? assert.fail, null, [{}, (given: unknown) => { streams = given }])
  assert.equal(streams, null)
})

test('the page has no network', async (context) => {
  const { electron } = await startDesktop(context)
  const isCancelled = (url: string): boolean | undefined => {
    let cancelled: boolean | undefined
    electron.session.defaultSession.beforeRequest?.({ url }, ({ cancel }) => { cancelled = cancel })
    return cancelled
  }
  for (const url of [OUR_PAGE, 'app://gatehouse/assets/a.js', 'blob:app://gatehouse/1', 'data:image/png;base64,AA']) assert.equal(isCancelled(url), false, url)
  for (const url of ['https://example.org/x.png', 'http://127.0.0.1/', 'ws://127.0.0.1:7420/socket', 'file:///etc/passwd', 'app://other/', 'blob:https://example.org/1', 'devtools://devtools/x', 'ftp://x']) assert.equal(isCancelled(url), true, url)
})

test('of all downloads only our own exports are saved, where the person says', async (context) => {
  const { electron } = await startDesktop(context)
  const download = (url: string, name: string, type: string) => {
    const event = new electron.FakeEvent()
    let path: string | undefined
    const item = { getURL: () => url, getFilename: () => name, getMimeType: () => type, setSaveDialogOptions: (options: { defaultPath?: string }) => { path = options.defaultPath } }
    electron.session.defaultSession.emit('will-download', event, item)
    return event.defaultPrevented ? 'denied' : path
  }
  const ours = 'blob:app://gatehouse/6f1c'
  assert.equal(download(ours, 'Weekly report.md', 'text/plain'), '/home/person/Downloads/Weekly report.md')
  assert.equal(download(ours, 'chat.json', 'application/json;charset=utf-8'), '/home/person/Downloads/chat.json')
  assert.equal(download(ours, 'gatehouse-audit-2026-12-01.jsonl', 'text/plain;charset=utf-8'), '/home/person/Downloads/gatehouse-audit-2026-12-01.jsonl')
  assert.equal(download(ours, 'gatehouse-2026-12-01.backup', 'application/octet-stream'), '/home/person/Downloads/gatehouse-2026-12-01.backup')
  assert.equal(download(ours, '..\\..\\.bashrc.md', 'text/plain'), '/home/person/Downloads/-..-.bashrc.md')
  for (const [url, name, type] of [['https://example.org/a.md', 'a.md', 'text/plain'], [ours, 'a.exe', 'text/plain'], [ours, 'a.md.desktop', 'text/plain'], [ours, 'a.md', 'text/html'], [ours, 'a.json', 'text/plain'], ['blob:https://example.org/1', 'a.md', 'text/plain'], ['data:text/plain,x', 'a.txt', 'text/plain'], [ours, 'constructor', 'text/plain']] as const) {
    assert.equal(download(url, name, type), 'denied', `${url} ${name} ${type}`)
  }
})

test('a certificate that is wrong is never trusted', async (context) => {
  const { electron } = await startDesktop(context)
  const event = new electron.FakeEvent()
  let trusted: boolean | null = null
  electron.app.emit('certificate-error', event, null, 'https://example.org', 'ERR_CERT', null, (answer: boolean) => { trusted = answer })
  assert.deepEqual([event.defaultPrevented, trusted], [true, false])
})

test('the page is served with the browser shell’s headers, and nothing but its own files', async (context) => {
  const { electron } = await startDesktop(context)
  const handler = electron.protocol.handlers.get('app') ?? assert.fail('nobody serves app:')
  const ask = async (url: string, method = 'GET') => handler(Object.create(Request.prototype, { url: { value: url }, method: { value: method } }))
  const index = await ask(OUR_PAGE)
  assert.equal(index.status, 200)
  assert.match(await index.text(), /<title>Gatehouse<\/title>/)
  const policy = index.headers.get('Content-Security-Policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.match(policy, /connect-src 'none'/)
  assert.equal(index.headers.get('X-Content-Type-Options'), 'nosniff')
  assert.equal((await ask('app://gatehouse/assets/main-BvC3x_a1.js')).headers.get('Content-Type'), 'text/javascript; charset=utf-8')
  for (const url of ['app://gatehouse/../package.json', 'app://gatehouse/%2e%2e/package.json', 'app://gatehouse/assets', 'app://other/index.html', 'app://gatehouse//etc/passwd', 'app://gatehouse.example.org/']) {
    const response = await ask(url)
    assert.equal(response.status, 404, url)
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/)
  }
  assert.equal((await ask(OUR_PAGE, 'POST')).status, 405)
})
