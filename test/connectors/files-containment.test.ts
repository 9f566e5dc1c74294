import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { isForeign } from '../../electron/core/connectors/files/folder.ts'
import { parseWorkspacePath } from '../../electron/core/connectors/files/workspace-path.ts'
import { isInside, openWorkspace } from '../../electron/core/connectors/files/workspace.ts'
import type { JsonObject } from '../../shared/json.ts'
import { callTool, failTool, listOf } from './call-tool.ts'
import { startFiles, testBothWays, type FilesFixture } from './files-fixture.ts'

/** Every tool, aimed at one path. */
const aimedAt = (path: string): readonly (readonly [string, JsonObject])[] => [
  ['list', { path }], ['read', { path }], ['find', { pattern: '*', path }], ['grep', { text: 'secret', path }],
  ['write', { path, content: 'x' }], ['write', { path, content: 'x', overwrite: true }], ['edit', { path, old: 'secret', new: 'x' }],
  ['make_folder', { path: `${path}/new` }], ['move', { from: path, to: 'stolen' }], ['move', { from: 'own.txt', to: path }],
  ['delete', { path }], ['delete', { path, recursive: true }],
]

function fill({ outside, at }: FilesFixture): void {
  mkdirSync(join(outside, 'private'))
  writeFileSync(join(outside, 'private', 'secret.txt'), 'secret')
  writeFileSync(at('own.txt'), 'own secret')
}

const isLink = (path: string): boolean => realpathSync(dirname(path)) === dirname(path) && lstatSync(path).isSymbolicLink()

const untouched = ({ outside, at }: FilesFixture): void => {
  assert.deepEqual(readdirSync(join(outside, 'private')), ['secret.txt'])
  assert.equal(readFileSync(join(outside, 'private', 'secret.txt'), 'utf8'), 'secret')
  assert.equal(readFileSync(at('own.txt'), 'utf8'), 'own secret')
  assert.ok(!existsSync(at('stolen')))
}

testBothWays('no tool goes along a path that leads out', async (start) => {
  const files = start()
  fill(files)
  const ways = ['..', '../private/secret.txt', 'a/../../private', join(files.outside, 'private', 'secret.txt'), '/etc/passwd', '..\\private\\secret.txt', 'a\\..\\..\\x', '\\etc', 'C:\\x', 'own.txt\0.md', './../private', 'a/..']
  for (const way of ways) {
    for (const [tool, args] of aimedAt(way)) {
      const { error } = await failTool(files.connector, tool, args)
      assert.equal(error.code, 'workspace.outside', `${tool} ${way}: ${error.message}`)
    }
  }
  untouched(files)
})

testBothWays('no tool goes through a link, wherever in the path it is and whatever it names', async (start) => {
  const files = start()
  fill(files)
  mkdirSync(files.at('real'))
  symlinkSync(join(files.outside, 'private'), files.at('folder-link'))
  symlinkSync(join(files.outside, 'private', 'secret.txt'), files.at('file-link'))
  symlinkSync(join(files.outside, 'private', 'new.txt'), files.at('dangling'))
  symlinkSync('.', files.at('self'))
  symlinkSync('real', files.at('inner-link'))
  symlinkSync('loop', files.at('loop'))
  symlinkSync(join(files.outside, 'private'), files.at('real', 'deep-link'))
  const ways = ['folder-link', 'folder-link/secret.txt', 'file-link', 'dangling', 'self', 'self/own.txt', 'inner-link', 'loop', 'real/deep-link', 'real/deep-link/secret.txt', 'self/self/folder-link/secret.txt']
  for (const way of ways) {
    for (const [tool, args] of aimedAt(way)) {
      const { error } = await failTool(files.connector, tool, args)
      // Where a link only stands in the way of a new name, the name is taken.
      const expected = tool === 'move' && args['to'] === way && isLink(files.at(way)) ? 'input.invalid' : 'workspace.outside'
      assert.equal(error.code, expected, `${tool} ${way}: ${error.message}`)
    }
  }
  untouched(files)
})

testBothWays('links are listed as links, found, and not followed', async (start) => {
  const files = start()
  fill(files)
  symlinkSync(join(files.outside, 'private'), files.at('link'))
  const { value } = await callTool(files.connector, 'list', {})
  assert.deepEqual(listOf(value, 'entries').map(({ name, kind }) => [name, kind]), [['link', 'link'], ['own.txt', 'file']])
  assert.deepEqual(listOf((await callTool(files.connector, 'find', { pattern: '*' })).value, 'found'), [{ kind: 'link', path: 'link' }, { kind: 'file', path: 'own.txt' }])
  assert.deepEqual(listOf((await callTool(files.connector, 'grep', { text: 'secret' })).value, 'matches').map(({ path }) => path), ['own.txt'])
})

testBothWays('deleting a folder removes links in it and leaves what they name', async (start) => {
  const files = start()
  fill(files)
  mkdirSync(files.at('box'))
  symlinkSync(join(files.outside, 'private'), files.at('box', 'link'))
  await callTool(files.connector, 'delete', { path: 'box', recursive: true })
  assert.ok(!existsSync(files.at('box')))
  untouched(files)
})

testBothWays('pipes and sockets are listed but never opened', async (start, context) => {
  const files = start()
  fill(files)
  execFileSync('mkfifo', [files.at('pipe')])
  const server = createServer().listen(files.at('socket'))
  context.after(() => server.close())
  await new Promise((done) => server.once('listening', done))
  const { value } = await callTool(files.connector, 'list', {})
  assert.deepEqual(listOf(value, 'entries').map(({ name, kind }) => [name, kind]), [['own.txt', 'file'], ['pipe', 'special'], ['socket', 'special']])
  for (const path of ['pipe', 'socket']) {
    for (const [tool, args] of [['read', { path }], ['edit', { path, old: 'a', new: 'b' }], ['write', { path, content: 'x', overwrite: true }], ['grep', { text: 'x', path }], ['move', { from: path, to: 'y' }], ['delete', { path }]] as const) {
      const { error } = await failTool(files.connector, tool, args)
      assert.equal(error.code, 'input.invalid')
      assert.match(error.message, /never opened/)
    }
  }
  assert.deepEqual(listOf((await callTool(files.connector, 'grep', { text: 'secret' })).value, 'matches').length, 1)
})

test('another disk or mount is foreign, and so is another mount of the same disk', () => {
  const bounds = { dev: 7n, mount: '31' }
  assert.equal(isForeign(bounds, { dev: 7n, mount: '31' }), false)
  assert.equal(isForeign(bounds, { dev: 8n, mount: '31' }), true)
  assert.equal(isForeign(bounds, { dev: 7n, mount: '32' }), true)
  assert.equal(isForeign({ dev: 7n, mount: null }, { dev: 7n, mount: '32' }), false)
})

test('nothing is read or changed on a mount in the workspace', async (context) => {
  const files = startFiles(context)
  fill(files)
  mkdirSync(files.at('mounted'))
  for (const mount of [['--bind', join(files.outside, 'private'), files.at('mounted')], ['-t', 'tmpfs', 'none', files.at('mounted')]]) {
    try {
      execFileSync('mount', mount, { stdio: 'ignore' })
    } catch {
      // Where nothing may be mounted the folder stays an ordinary one, and it is used like one.
      await callTool(files.connector, 'list', { path: 'mounted' })
      return
    }
    try {
      for (const [tool, args] of aimedAt('mounted')) {
        if (tool === 'move' && args['to'] === 'mounted') continue
        await assert.rejects(() => callTool(files.connector, tool, args), (error: Error & { code?: string }) => error.code === 'workspace.outside' || error.code === 'tool.failed' || /folder/.test(error.message), tool)
      }
      assert.equal((await failTool(files.connector, 'read', { path: 'mounted/secret.txt' })).error.code, 'workspace.outside')
    } finally {
      execFileSync('umount', [files.at('mounted')])
    }
    untouched(files)
  }
})

testBothWays('a workspace that is itself a link is followed once, to where it leads', async (start) => {
  const files = start()
  fill(files)
  symlinkSync(files.workspace, join(files.outside, 'chosen'))
  files.choose(join(files.outside, 'chosen'))
  await callTool(files.connector, 'write', { path: 'new.txt', content: 'x' })
  assert.equal(readFileSync(files.at('new.txt'), 'utf8'), 'x')
})

testBothWays('folders of the app stay out of reach although they are inside', async (start) => {
  const withheld: string[] = []
  const files = start({ withheld })
  fill(files)
  mkdirSync(files.at('apps', 'data'), { recursive: true })
  writeFileSync(files.at('apps', 'data', 'store.db'), 'secret')
  writeFileSync(files.at('apps', 'a.txt'), 'first in the folder')
  withheld.push(files.at('apps', 'data'))
  for (const way of ['apps/data', 'apps/data/store.db']) {
    for (const [tool, args] of aimedAt(way)) {
      if (tool === 'move' && args['to'] === 'apps/data') continue
      const { error } = await failTool(files.connector, tool, args)
      assert.equal(error.code, 'workspace.outside', `${tool} ${way}: ${error.message}`)
    }
  }
  for (const [tool, args] of [['delete', { path: 'apps', recursive: true }], ['move', { from: 'apps', to: 'elsewhere' }]] as const) {
    assert.equal((await failTool(files.connector, tool, args)).error.code, 'workspace.outside', tool)
  }
  assert.ok(existsSync(files.at('apps', 'a.txt')), 'nothing is deleted when not all can be')
  assert.deepEqual(listOf((await callTool(files.connector, 'grep', { text: 'secret' })).value, 'matches').map(({ path }) => path), ['own.txt'])
  assert.equal(readFileSync(files.at('apps', 'data', 'store.db'), 'utf8'), 'secret')
  files.choose(files.at('apps', 'data'))
  assert.match(files.connector.problem() ?? '', /own data/)
})

test('a folder that is exchanged for a link after it was entered leads nowhere else', async (context) => {
  for (const holdFolders of [true, false]) {
    const files = startFiles(context)
    fill(files)
    mkdirSync(files.at('box'))
    writeFileSync(files.at('box', 'secret.txt'), 'mine')
    const workspace = await openWorkspace(files.workspace, { withheld: [], holdFolders })
    await workspace.within(['box'], async (folder) => {
      renameSync(files.at('box'), files.at('moved'))
      symlinkSync(join(files.outside, 'private'), files.at('box'))
      if (holdFolders) assert.equal(readFileSync(folder.at('secret.txt'), 'utf8'), 'mine')
      else await assert.rejects(() => folder.confirm(), { code: 'workspace.outside' })
    })
    untouched(files)
  }
})

test('no folder stays open after a call, whether it worked or failed', async (context) => {
  const files = startFiles(context)
  fill(files)
  symlinkSync(join(files.outside, 'private'), files.at('link'))
  mkdirSync(files.at('a', 'b', 'c'), { recursive: true })
  const openNow = (): number => readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length
  const ways = ['a/b', 'link', 'link/secret.txt', 'own.txt', 'gone/x', 'a/b/c/d']
  const useAll = async (): Promise<void> => {
    for (const way of ways) for (const [tool, args] of aimedAt(way)) if (tool !== 'delete' && tool !== 'move') await callTool(files.connector, tool, args).catch(() => null)
    await callTool(files.connector, 'find', { pattern: '*', limit: 1 })
    await callTool(files.connector, 'grep', { text: 'secret', limit: 1 })
  }
  await useAll()
  const before = openNow()
  await useAll()
  assert.equal(openNow(), before)
})

test('the connector says what is wrong with the workspace and what to do', (context) => {
  const { connector, choose, at, workspace } = startFiles(context)
  assert.equal(connector.problem(), null)
  choose(null)
  assert.equal(connector.problem(), 'No workspace folder is chosen. Pick one in Settings.')
  choose(at('gone'))
  assert.match(connector.problem() ?? '', /missing.*Settings/)
  writeFileSync(at('file'), '')
  choose(at('file'))
  assert.match(connector.problem() ?? '', /not a folder.*Settings/)
  choose(at('file', 'below'))
  assert.match(connector.problem() ?? '', /not a folder.*Settings/)
  choose(workspace)
  assert.equal(connector.problem(), null)
})

testBothWays('without a workspace every tool fails with the same sentence', async (start) => {
  const { connector, choose } = start()
  choose(null)
  for (const [tool, args] of aimedAt('own.txt')) {
    const { error } = await failTool(connector, tool, args)
    assert.equal(error.code, 'workspace.missing')
    assert.match(error.message, /Pick one in Settings/)
  }
})

const parts = fc.constantFrom('..', '.', '', 'a', 'b', 'link', 'up', 'etc', ' ', '...', '..a', '.. ', '~', '%2e%2e', '\u2025', '．．', '\0', 'C:', '\\', '..\\', '\\..', 'a\\..\\..', '\u2215', '/', '//')
const paths = fc.oneof(
  fc.array(parts, { maxLength: 8 }).chain((names) => fc.constantFrom('/', '\\', '').map((separator) => names.join(separator))),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('no parsed path ever resolves to something outside, in either style', () => {
  fc.assert(fc.property(paths, fc.constantFrom('posix', 'windows'), (text, style) => {
    let names: readonly string[]
    try {
      names = parseWorkspacePath(text, style)
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && (error.code === 'workspace.outside' || error.code === 'input.invalid'), String(error))
      return
    }
    assert.ok(isInside(resolve('/w/s', ...names), '/w/s'), text)
    for (const name of names) {
      assert.ok(name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0'))
      if (style === 'windows') assert.ok(!/[\\:]/.test(name))
    }
  }), { numRuns: 3000 })
})

test('whatever path is asked for, nothing outside is read, made, changed or deleted', async (context) => {
  const files = startFiles(context)
  const untold = join(files.outside, 'private', 'untold.txt')
  mkdirSync(join(files.outside, 'private'))
  writeFileSync(untold, 'unspoken')
  mkdirSync(files.at('a', 'b'), { recursive: true })
  symlinkSync(join(files.outside, 'private'), files.at('link'))
  symlinkSync('..', files.at('a', 'up'))
  const tools = fc.constantFrom('read', 'list', 'write', 'make_folder', 'delete', 'find', 'grep')
  const aimed = fc.constantFrom('', '/private', '/new').chain((end) => paths.map((path) => `${path}${end}`)).filter((path) => path !== '' && path.length < 200)
  const argsOf = (tool: string, path: string): JsonObject => {
    switch (tool) {
      case 'write': return { path, content: 'x', overwrite: true }
      case 'delete': return { path, recursive: true }
      case 'find': return { path, pattern: '*' }
      case 'grep': return { path, text: 'unspoken' }
      default: return { path }
    }
  }
  await fc.assert(fc.asyncProperty(tools, aimed, async (tool, path) => {
    const value: unknown = await callTool(files.connector, tool, argsOf(tool, path)).then((result) => result.value, (error: unknown) => {
      assert.ok(error instanceof Error && 'code' in error && error.code !== 'internal.bug', String(error))
      return null
    })
    assert.doesNotMatch(JSON.stringify(value), /untold|unspoken/)
    assert.deepEqual(readdirSync(join(files.outside, 'private')), ['untold.txt'])
    assert.equal(readFileSync(untold, 'utf8'), 'unspoken')
    assert.equal(readdirSync(files.outside).length, 2)
  }), { numRuns: 500 })
})
