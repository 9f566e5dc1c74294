import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildDesktop } from '../../scripts/build-desktop.mjs'
import { buildRenderer } from '../../scripts/build-renderer.mjs'
import { feedArguments } from '../../scripts/dist.mjs'
import { root } from '../architecture/source-tree.ts'
import { LINK_SCHEME } from '../../electron/deep-link.ts'
import { makeFolder } from './start-shell.ts'

/* What `npm run dist` packs, without Electron's binary: another file with its fuses stands in for it. */

const require = createRequire(import.meta.url)
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config.js')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const surroundings = { root, nodeBinary: process.execPath, environment: process.env, print: () => undefined }

describe('the packager’s configuration', () => {
  const read = async () => getConfig(root, null, null)

  test('is valid by the packager’s own schema', async () => {
    await validateConfiguration(await read(), { isEnabled: false, add: () => undefined })
  })
  test('burns every fuse: no Node, no options, no debugger; one archive, checked; cookies encrypted', async () => {
    const { resetAdHocDarwinSignature: _formality, ...fuses } = (await read()).electronFuses
    assert.deepEqual(fuses, {
      runAsNode: false, enableNodeOptionsEnvironmentVariable: false, enableNodeCliInspectArguments: false, enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true, onlyLoadAppFromAsar: true, loadBrowserProcessSpecificV8Snapshot: false, grantFileProtocolExtraPrivileges: false,
    })
  })
  test('makes a package for each system, signed and notarised where the environment has the keys', async () => {
    const { mac, win, linux, publish } = await read()
    assert.deepEqual([mac.target, win.target, linux.target], [['dmg', 'zip'], ['nsis'], ['AppImage', 'deb', 'rpm']])
    assert.deepEqual([mac.hardenedRuntime, mac.notarize], [true, true])
    assert.equal(mac.entitlements, mac.entitlementsInherit)
    const entitlements = readFileSync(join(root, mac.entitlements), 'utf8')
    assert.deepEqual([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key), ['com.apple.security.cs.allow-jit'])
    assert.equal(publish, null)
    assert.doesNotMatch(readFileSync(join(root, 'electron-builder.yml'), 'utf8'), /password|secret|token|identity:/i)
  })
  test('tells the system of the link scheme that the app follows, and of connector bundles', async () => {
    const { protocols, fileAssociations } = await read()
    assert.deepEqual(protocols.map(({ schemes }: { schemes: string[] }) => schemes), [[LINK_SCHEME]])
    assert.deepEqual(fileAssociations.map(({ ext }: { ext: string }) => ext), ['mcpb'])
  })
  test('names icons that are there, in every size', async () => {
    const { mac, win, linux } = await read()
    const sharp = require('sharp')
    for (const icon of [mac.icon, win.icon]) assert.equal((await sharp(join(root, icon)).metadata()).width, 1024)
    for (const name of readdirSync(join(root, linux.icon))) {
      const { width, height } = await sharp(join(root, linux.icon, name)).metadata()
      assert.equal(name, `${width}x${height}.png`)
    }
    for (const [name, size] of [['tray.png', 22], ['tray@2x.png', 44], ['trayTemplate.png', 16], ['trayTemplate@2x.png', 32]] as const) {
      assert.equal((await sharp(join(root, 'resources', name)).metadata()).width, size)
    }
  })
})

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

function standInForElectron(folder: string): string {
  const binary = join(folder, 'electron')
  mkdirSync(join(folder, 'resources'), { recursive: true })
  writeFileSync(binary, Buffer.concat([Buffer.from(`nothing${SENTINEL}`), Buffer.from([1, 8]), Buffer.from('11111111')]))
  chmodSync(binary, 0o755)
  writeFileSync(join(folder, 'version'), manifest.devDependencies.electron)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), '')
  return folder
}

describe('what is packed', () => {
  let packed = ''
  let files: readonly string[] = []
  let extracted = ''

  const folders: string[] = []
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-packed-'))
    folders.push(folder)
    return folder
  }
  after(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })

  before(async () => {
    await buildRenderer(surroundings)
    await buildDesktop(surroundings)
    const electronDist = standInForElectron(newFolder())
    const output = newFolder()
    const args = ['--linux', 'dir', `-c.electronDist=${electronDist}`, `-c.directories.output=${output}`, ...feedArguments({ GATEHOUSE_UPDATE_FEED: 'https://feed.invalid/' }), '--publish', 'never']
    const result = spawnSync(process.execPath, [join(root, 'node_modules', 'electron-builder', 'cli.js'), ...args], { cwd: root, encoding: 'utf8', env: process.env })
    assert.equal(result.status, 0, result.stdout + result.stderr)
    packed = join(output, 'linux-unpacked')
    const asar = await import('@electron/asar')
    const archive = join(packed, 'resources', 'app.asar')
    files = asar.listPackage(archive, { isPack: false })
    extracted = newFolder()
    asar.extractAll(archive, extracted)
  })

  test('is the bundles, the window, the resources and the native packages, and nothing else', () => {
    const known = /^\/(?:package\.json|out(?:\/(?:desktop|renderer)(?:\/.*)?)?|resources(?:\/(?:models(?:\/.*)?|skills(?:\/.*)?|icon\.png|tray(?:Template)?(?:@2x)?\.png))?|node_modules(?:\/(?:better-sqlite3|keytar|@napi-rs)(?:\/.*)?)?)$/
    assert.deepEqual(files.filter((file) => !known.test(file)), [])
    assert.deepEqual(files.filter((file) => /\.(?:ts|map|md|cpp|c)$/.test(file) && !file.startsWith('/resources/skills/')), [])
  })

  test('has its native parts beside the archive, and nothing else of it', () => {
    const beside = readdirSync(join(packed, 'resources', 'app.asar.unpacked'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name)
    assert.ok(beside.length >= 2)
    assert.deepEqual(beside.filter((name) => !name.endsWith('.node')), [])
  })

  test('has its fuses burnt and knows its update feed', () => {
    const binary = readFileSync(join(packed, 'gatehouse'), 'latin1')
    const at = binary.indexOf(SENTINEL) + SENTINEL.length + 2
    assert.equal(binary.slice(at, at + 8), '01001100')
    assert.match(readFileSync(join(packed, 'resources', 'app-update.yml'), 'utf8'), /url: https:\/\/feed\.invalid\//)
  })

  test('finds every file that it names by address, and no thread or process loads the app itself', () => {
    const folder = join(extracted, 'out', 'desktop', 'main')
    const named = readdirSync(folder).flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map(([, file]) => file ?? ''))
    assert.deepEqual(['keychain-child.js', 'reading-worker.js', 'backup-worker.js'].filter((file) => !named.includes(file)), [])
    for (const file of named) {
      assert.ok(existsSync(join(folder, file)), file)
      assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /from "\.\/desktop\.js"/, file)
    }
  })

  test('runs by itself: core, database, a thread that reads it, page, a process of its own, and the way out', (context) => {
    const data = makeFolder(context)
    const result = spawnSync(process.execPath, [join(import.meta.dirname, 'run-packed.ts'), extracted], { cwd: data, encoding: 'utf8', timeout: 60_000, env: { ...process.env, GATEHOUSE_DATA: join(data, 'data') } })
    assert.equal(result.status, 0, result.stderr)
    assert.doesNotMatch(result.stderr, /did not load/)
    const { info, suggestions, forks, page, exits, chatId, exported } = JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '')
    assert.equal(info.shell, 'electron')
    assert.match(chatId, /^chat_/)
    assert.equal(exported, '# Packed\n')
    assert.ok(suggestions > 0)
    assert.deepEqual([forks, page, exits], [['/out/desktop/main/keychain-child.js'], 200, [0]])
  })
})
