import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openParentChannel } from '../../electron/core/secrets/parent-channel.ts'
import { createCrashLimit } from '../../electron/crash-limit.ts'
import { handedOver, parseDeepLink } from '../../electron/deep-link.ts'
import { menuTemplate } from '../../electron/menu-template.ts'
import { checkOutsideAddress } from '../../electron/outside-address.ts'
import { plainLine } from '../../electron/plain-line.ts'
import { createQuit } from '../../electron/quit-order.ts'
import { LEAST_SIZE, chooseBounds, readWindowState, writeWindowState } from '../../electron/window-state.ts'
import { parseRoute } from '../../renderer/route.ts'
import { ShellMessage } from '../../shared/shell-message.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './start-shell.ts'

describe('deep links', () => {
  const text = (length: number) => `gatehouse://new?text=${'x'.repeat(length)}`
  test('lead to pages that the window has, or to text that waits', () => {
    assert.deepEqual(parseDeepLink('gatehouse://new?text=a%20b%0Ac'), { kind: 'prefill', text: 'a b\nc' })
    assert.deepEqual(parseDeepLink('gatehouse://new/?text=a+b'), { kind: 'prefill', text: 'a b' })
    assert.deepEqual(parseDeepLink(text(10_000)), { kind: 'prefill', text: 'x'.repeat(10_000) })
    for (const [link, page] of [['new', 'new-chat'], ['inbox', 'inbox'], ['connectors', 'connectors'], ['memory/', 'memory'], ['budget', 'budget'], ['settings', 'settings'], ['chat/chat_a1', 'chat']] as const) {
      const parsed = parseDeepLink(`gatehouse://${link}`)
      assert.equal(parsed.kind, 'place', link)
      if (parsed.kind !== 'place') continue
      assert.equal(parseRoute(parsed.hash).page, page)
      assert.equal(ShellMessage.safeParse({ type: 'open', hash: parsed.hash }).success, true)
    }
  })
  test('with anything else are not understood, not even in part', () => {
    const wrong = [
      '', 'gatehouse', 'gatehouse:', 'gatehouse://', 'https://new?text=x', 'gatehouse://new?text=', text(10_001), 'gatehouse://new?text=a&text=b', 'gatehouse://new?text=a&send=1', 'gatehouse://new?run=1',
      'gatehouse://new#x', 'gatehouse://new:80?text=x', 'gatehouse://a:b@new?text=x', 'gatehouse://new/sub?text=x', 'gatehouse://inbox?x', 'gatehouse://inbox/approve', 'gatehouse://chat', 'gatehouse://chat/', 'gatehouse://chat/chat_',
      'gatehouse://chat/chat_1/turn_1', 'gatehouse://chat/turn_1', 'gatehouse://connect?command=sh', 'gatehouse://constructor', `gatehouse://chat/chat_${'a'.repeat(200)}`, `gatehouse://new?text=${'%'.repeat(30_000)}`,
    ]
    for (const link of wrong) assert.deepEqual(parseDeepLink(link), { kind: 'unknown' }, link.slice(0, 60))
  })
  test('are found among an engine’s own arguments, a few at most', () => {
    assert.deepEqual(handedOver(['--flag=gatehouse://inbox', 'gatehouse://inbox', '/a b/c.mcpb', '-x.mcpb', 'https://x', ...Array<string>(9).fill('gatehouse://new')]), {
      links: ['gatehouse://inbox', 'gatehouse://new', 'gatehouse://new', 'gatehouse://new'], bundles: ['/a b/c.mcpb'],
    })
  })
})

describe('addresses outside', () => {
  test('are https without credentials, and mail with a text at most', () => {
    assert.deepEqual(checkOutsideAddress('https://exämple.org/ä?b#c'), { kind: 'open', address: 'https://xn--exmple-cua.org/%C3%A4?b#c' })
    assert.equal(checkOutsideAddress('HTTPS://example.org').kind, 'open')
    assert.equal(checkOutsideAddress('mailto:ann@example.org?Subject=x&cc=bob@example.org').kind, 'open')
    for (const address of ['', 'example.org', '//example.org', 'http://example.org', 'https://a@example.org', 'https://a:b@example.org', 'mailto:a@example.org?attachment=/etc/passwd', 'file:///x', 'ms-msdt:/id', 'vbscript:x', ` https://${'a'.repeat(2000)}`, `https://example.org/${'ä'.repeat(500)}`]) {
      assert.equal(checkOutsideAddress(address).kind, 'refuse', address.slice(0, 40))
    }
  })
})

describe('the window’s place', () => {
  const main = { x: 0, y: 0, width: 1920, height: 1040 }
  const second = { x: 1920, y: 0, width: 1280, height: 984 }
  const at = (x: number, y: number, width = 900, height = 700) => ({ bounds: { x, y, width, height }, maximized: false })
  test('is kept where a screen still shows it', () => {
    assert.deepEqual(chooseBounds(at(40, 50), [main]), { x: 40, y: 50, width: 900, height: 700 })
    assert.deepEqual(chooseBounds(at(2000, 50), [main, second]), { x: 2000, y: 50, width: 900, height: 700 })
    assert.deepEqual(chooseBounds(at(-700, 50), [main]), { x: -700, y: 50, width: 900, height: 700 })
  })
  test('is the system’s choice where none does, or where it couldn’t be taken hold of', () => {
    for (const lost of [at(2000, 50), at(-890, 50), at(100, -300), at(100, 1030), at(90_000, 90_000)]) {
      assert.deepEqual(chooseBounds(lost, [main]), { width: 900, height: 700 })
    }
    assert.deepEqual(chooseBounds(null, [main]), { width: 1240, height: 820 })
  })
  test('is never larger than the screen, nor smaller than the window can be', () => {
    assert.deepEqual(chooseBounds(at(0, 0, 5000, 5000), [main]), { x: 0, y: 0, width: 1920, height: 1040 })
    assert.deepEqual(chooseBounds(at(0, 0, 130, 70), [main]), { x: 0, y: 0, ...LEAST_SIZE })
  })
  test('comes back from its file, and a file that isn’t one counts as none', (context) => {
    const folder = makeFolder(context)
    assert.equal(readWindowState(folder), null)
    writeWindowState(folder, at(1, 2))
    assert.deepEqual(readWindowState(folder), at(1, 2))
    writeFileSync(join(folder, 'window.json'), '{"bounds":{"x":1e99}}')
    assert.equal(readWindowState(folder), null)
  })
})

describe('the way out', () => {
  test('takes every step once, in order, past one that fails', async () => {
    const done: string[] = []
    const logged: string[] = []
    const gone = Promise.withResolvers<undefined>()
    const quit = createQuit({
      bound: 1000, log: (line) => logged.push(line), exit: () => { done.push('exit'); gone.resolve(undefined) },
      steps: [{ name: 'one', run: () => { done.push('one') } }, { name: 'two', run: () => Promise.reject(new Error('no')) }, { name: 'three', run: async () => { done.push('three') } }],
    })
    assert.deepEqual([quit.isUnderWay(), quit.isOver()], [false, false])
    quit.start()
    quit.start(() => assert.fail('another way out was taken'))
    assert.deepEqual([quit.isUnderWay(), quit.isOver()], [true, false])
    await gone.promise
    assert.deepEqual([done, logged, quit.isOver()], [['one', 'three', 'exit'], ['two did not end in order: Error: no'], true])
  })
  test('a step that comes back after its time leads nowhere any more', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const slow = Promise.withResolvers<undefined>()
    const done: string[] = []
    const quit = createQuit({ bound: 10, log: () => undefined, exit: () => { done.push('exit') }, steps: [{ name: 'slow', run: () => slow.promise }, { name: 'after', run: () => { done.push('after') } }] })
    quit.start()
    context.mock.timers.tick(10)
    slow.resolve(undefined)
    await new Promise((resolve) => { setImmediate(resolve) })
    assert.deepEqual(done, ['exit'])
  })
})

test('three reloads a minute, and as many again when the person says so or the minute is over', () => {
  let now = 0
  const limit = createCrashLimit(() => now)
  assert.deepEqual([limit.mayReload(), limit.mayReload(), limit.mayReload(), limit.mayReload()], [true, true, true, false])
  limit.forgive()
  assert.equal(limit.mayReload(), true)
  now = 60_000
  assert.deepEqual([limit.mayReload(), limit.mayReload(), limit.mayReload(), limit.mayReload()], [true, true, true, false])
})

test('words from elsewhere become one plain line', () => {
  assert.equal(plainLine('a\n\tb \u200B<i>&\u202E', 100), 'a b ⟨U+200B⟩‹i›＆⟨U+202E⟩')
  assert.equal(plainLine('😀'.repeat(10), 5), '😀😀😀😀…')
})

test('the menu has the standard roles on every system, and its places are the window’s', () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const) {
    const opened: string[] = []
    const actions = { open: (hash: string) => { opened.push(hash) }, show: () => undefined, checkForUpdates: () => undefined, quit: () => undefined }
    const items = menuTemplate({ platform, isDevelopment: false }, actions).flatMap((item) => ('submenu' in item ? item.submenu : [item]))
    const roles = items.flatMap((item) => ('role' in item ? [item.role] : []))
    for (const role of ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen', 'minimize', 'close', 'about'] as const) assert.ok(roles.includes(role), `${platform} ${role}`)
    for (const item of items) if ('click' in item && 'registerAccelerator' in item) item.click()
    assert.deepEqual(opened.toSorted(), ['#/inbox', '#/new', '#/settings'])
  }
})

test('a process in Electron’s care hears its parent through the port that it is given', () => {
  const listeners: ((event: { data: unknown }) => void)[] = []
  const posted: object[] = []
  Reflect.set(process, 'parentPort', { on: (_event: string, listener: (event: { data: unknown }) => void) => listeners.push(listener), postMessage: (message: object) => posted.push(message) })
  try {
    const channel = openParentChannel()
    const heard: unknown[] = []
    channel.onMessage((message) => heard.push(message))
    listeners[0]?.({ data: { id: 1 } })
    channel.send({ id: 2 })
    assert.deepEqual([heard, posted], [[{ id: 1 }], [{ id: 2 }]])
  } finally {
    Reflect.deleteProperty(process, 'parentPort')
  }
})
