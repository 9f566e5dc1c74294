import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { zipSync } from 'fflate'
import { readManifest } from '../../electron/core/mcp/bundle-manifest.ts'
import { createBundles } from '../../electron/core/mcp/bundles.ts'
import { findServers, type ImportReview } from '../../electron/core/mcp/import-config.ts'
import { ADDRESS_RULES } from '../../electron/core/mcp/server-address.ts'
import { parseServerConfig } from '../../electron/core/mcp/server-config.ts'
import { z } from 'zod'
import { commandOf } from '../core/server-core.ts'
import { makeBundle, MANIFEST, text } from './bundle-file.ts'

function openBundles(t: TestContext) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-bundles-'))
  t.after(() => { rmSync(dataDirectory, { recursive: true, force: true }) })
  const bundles = createBundles(dataDirectory)
  const root = join(dataDirectory, 'bundles')
  return { bundles, root, kept: () => (existsSync(root) ? readdirSync(root) : []), give: async (data: Uint8Array): Promise<ImportReview> => {
    const review = await bundles.take({ upload: 'one', fileName: 'garden.mcpb', offset: 0, data, isLast: true })
    assert.ok(review !== null)
    return review
  } }
}
const serverOf = ({ entries: [entry] }: ImportReview) => {
  assert.ok(entry?.ok === true)
  return entry.server
}

test('a bundle that comes in pieces is unpacked beside the data and reviewed like any configuration', async (t) => {
  const { bundles, root, kept } = openBundles(t)
  const whole = makeBundle()
  const middle = Math.floor(whole.length / 2)
  assert.equal(await bundles.take({ upload: 'a', fileName: 'garden.mcpb', offset: 0, data: whole.subarray(0, middle), isLast: false }), null)
  const review = await bundles.take({ upload: 'a', fileName: 'garden.mcpb', offset: middle, data: whole.subarray(middle), isLast: true })
  assert.ok(review !== null)
  const server = serverOf(review)
  const [name] = kept()
  assert.ok(name !== undefined && kept().length === 1)
  assert.match(readFileSync(join(root, name, 'server', 'index.mjs'), 'utf8'), /import/)
  assert.deepEqual([server.name, server.reach], ['Garden', { kind: 'command', command: process.execPath, args: [join(root, name, 'server/index.mjs'), 'plain', '${input:region}'], cwd: null }])
  assert.deepEqual(server.values.map((variable) => `${variable.name}=${variable.value}`), ['SEED=${input:seed:-oats}', 'SOIL=${input:soil}'])
  assert.deepEqual(server.references.map(({ name: asked, needed, secret, description }) => [asked, needed, secret, description]), [
    ['input:region', true, false, 'Region: where the garden is'], ['input:seed', false, true, 'Seed'], ['input:soil', true, false, 'Soil'],
  ])
  assert.equal(review.origin, 'the bundle garden.mcpb, version 1.2.0, made by A gardener in its own words')
  assert.ok(server.warnings.some((warning) => warning.includes(join(root, name))))
  assert.ok(server.warnings.some((warning) => warning.startsWith('“soil” can hold several values')))
})

test('what is no bundle gives a sentence and leaves nothing behind', async (t) => {
  const { give, kept } = openBundles(t)
  const whole = makeBundle()
  const damaged = new Uint8Array(whole)
  damaged.fill(0xee, 60, 200)
  const far = { ...MANIFEST, compatibility: { platforms: ['amiga'] } }
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['not an archive', text('This is no archive at all.'), /not an? (?:archive|bundle)/],
    ['empty', new Uint8Array(), /not a bundle/],
    ['cut off', whole.subarray(0, whole.length - 400), /cut off|damaged/],
    ['damaged', damaged, /damaged|not a bundle|not one of a bundle/],
    ['no manifest', zipSync({ 'readme.txt': text('hello') }), /has no manifest/],
    ['a manifest that is no JSON', zipSync({ 'manifest.json': text('{') }), /manifest is not one of a bundle/],
    ['a manifest of something else', makeBundle({ name: 'x' }), /manifest is not one of a bundle/],
    ['another system', makeBundle(far), /runs on amiga/],
    ['a way out', makeBundle(MANIFEST, { '../outside.txt': text('out') }), /leads elsewhere/],
    ['a place of its own', makeBundle(MANIFEST, { '/etc/outside.txt': text('out') }), /leads elsewhere/],
    ['a place on another system', makeBundle(MANIFEST, { 'C:\\outside.txt': text('out') }), /leads elsewhere/],
    ['two of one name', makeBundle(MANIFEST, { 'Manifest.json': text('{}') }), /two files of one name/],
  ]
  for (const [name, bytes, problem] of cases) {
    const review = await give(bytes)
    assert.match(review.problem ?? '', problem, name)
    assert.deepEqual([review.entries, kept()], [[], []], name)
  }
})

test('a piece that is missing, or more than any bundle holds, is refused', async (t) => {
  const { bundles, kept } = openBundles(t)
  const data = makeBundle()
  await bundles.take({ upload: 'a', fileName: 'garden.mcpb', offset: 0, data, isLast: false })
  await assert.rejects(bundles.take({ upload: 'a', fileName: 'garden.mcpb', offset: data.length + 1, data, isLast: true }), { code: 'connector.invalid' })
  assert.deepEqual(kept(), ['.incoming-a'])
  bundles.sweep([])
  assert.deepEqual(kept(), [])
})

test('the files go with the last server that is started from them, and at the start those that no server needs', async (t) => {
  const { bundles, kept, give } = openBundles(t)
  const { command, args } = commandOf(serverOf(await give(makeBundle())).reach)
  const config = (id: string) => parseServerConfig({ id, label: id, command, args: [...args], env: {}, cwd: null, on: true, startSeconds: null, callSeconds: null, totalSeconds: null })
  bundles.remove(config('mcp-a'), [config('mcp-b')])
  assert.equal(kept().length, 1)
  bundles.sweep([config('mcp-b')])
  assert.equal(kept().length, 1)
  bundles.remove(config('mcp-b'), [])
  assert.deepEqual(kept(), [])
})

test('a manifest speaks of places and systems; what it doesn’t know stays as it is, and no value is read twice', () => {
  const place = { folder: '/data/${x}', platform: 'win32', separator: '\\' }
  const read = readManifest({ ...MANIFEST, user_config: { trick: { default: '${HOME}' } }, server: { mcp_config: { command: 'one', args: ['${__dirname}', '${DOCUMENTS}${/}a', '${user_config.trick}', '${user_config.nobody}', '${OTHER}'], platform_overrides: { win32: { command: 'two.exe' } } } } }, place)
  assert.ok(read.ok)
  const server = serverOf(findServers(z.json().parse(read.config), 'test', ADDRESS_RULES))
  assert.deepEqual(server.reach, { kind: 'command', command: 'two.exe', args: ['/data/$${x}', '${HOME}\\Documents\\a', '${input:trick}', '${user_config.nobody}', '${OTHER}'], cwd: null })
})
