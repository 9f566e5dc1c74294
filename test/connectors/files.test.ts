import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { namePattern } from '../../electron/core/connectors/files/name-pattern.ts'
import { callTool, failTool, listOf, memberOf, textOf, toolOf } from './call-tool.ts'
import { startFiles, testBothWays } from './files-fixture.ts'

const read = async (files: ReturnType<typeof startFiles>, args: { path: string; from?: number; lines?: number; skip?: number }): Promise<readonly [string, string]> => {
  const { value } = await callTool(files.connector, 'read', args)
  assert.equal(typeof value, 'string')
  const text = String(value)
  const empty = text.indexOf('\n\n')
  return [text.slice(0, empty), text.slice(empty + 2)]
}

testBothWays('a written file reads back exactly, line ends and all', async (start) => {
  const files = start()
  for (const content of ['one\n', 'no end', 'a\r\nb\r\n', '\n\n', 'é 🎂 日本', ' \t']) {
    await callTool(files.connector, 'write', { path: 'a.txt', content, overwrite: true })
    assert.equal(readFileSync(files.at('a.txt'), 'utf8'), content)
    assert.equal((await read(files, { path: 'a.txt' }))[1], content)
  }
  assert.deepEqual(readdirSync(files.at()), ['a.txt'])
})

testBothWays('a file that exists is replaced only when that was asked for, and keeps its mode', async (start) => {
  const files = start()
  writeFileSync(files.at('run.sh'), 'old')
  chmodSync(files.at('run.sh'), 0o750)
  const { error } = await failTool(files.connector, 'write', { path: 'run.sh', content: 'new' })
  assert.match(error.message, /exists already; nothing was changed/)
  assert.equal(readFileSync(files.at('run.sh'), 'utf8'), 'old')
  await callTool(files.connector, 'write', { path: 'run.sh', content: 'new', overwrite: true })
  assert.equal(readFileSync(files.at('run.sh'), 'utf8'), 'new')
  assert.equal(statSync(files.at('run.sh')).mode & 0o777, 0o750)
})

testBothWays('nothing is left behind when a file can not be written', async (start) => {
  const files = start()
  mkdirSync(files.at('folder'))
  assert.match((await failTool(files.connector, 'write', { path: 'folder', content: 'x', overwrite: true })).error.message, /is a folder/)
  assert.equal((await failTool(files.connector, 'write', { path: 'missing/a.txt', content: 'x' })).error.code, 'input.not-found')
  assert.match((await failTool(files.connector, 'write', { path: `${'x'.repeat(256)}`, content: 'x' })).error.message, /can't be the name/)
  assert.deepEqual(readdirSync(files.at()), ['folder'])
})

test('what is no text is refused in words', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('binary'), Buffer.from([0x50, 0x4b, 0, 1]))
  writeFileSync(files.at('latin'), Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  writeFileSync(files.at('utf16'), Buffer.from('\uFEFFhello', 'utf16le'))
  for (const path of ['binary', 'latin', 'utf16']) {
    const { error } = await failTool(files.connector, 'read', { path })
    assert.match(error.message, /not a text file/)
  }
  writeFileSync(files.at('large'), Buffer.alloc(33 * 1024 * 1024, 'a'))
  assert.match((await failTool(files.connector, 'read', { path: 'large' })).error.message, /33\.0 MB; at most 32\.0 MB/)
  assert.match((await failTool(files.connector, 'read', { path: '.' })).error.message, /workspace folder itself/)
})

test('a byte order mark is not shown, and survives an edit', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), '\uFEFFfirst\nsecond\n')
  assert.equal((await read(files, { path: 'a.txt' }))[1], 'first\nsecond\n')
  await callTool(files.connector, 'edit', { path: 'a.txt', old: 'first', new: '1st' })
  assert.equal(readFileSync(files.at('a.txt'), 'utf8'), '\uFEFF1st\nsecond\n')
})

test('a range of lines says where it is and how to go on', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(''))
  assert.deepEqual(await read(files, { path: 'a.txt', from: 3, lines: 2 }), ['a.txt, lines 3 to 4 of 10. More follows: go on with from 5', 'line 3\nline 4\n'])
  assert.deepEqual(await read(files, { path: 'a.txt', from: 10 }), ['a.txt, line 10 of 10', 'line 10\n'])
  assert.match((await failTool(files.connector, 'read', { path: 'a.txt', from: 11 })).error.message, /only 10 lines/)
  writeFileSync(files.at('empty'), '')
  assert.equal((await callTool(files.connector, 'read', { path: 'empty' })).value, 'empty is empty.')
})

test('following the words of each cut reads the whole of any file, in bounded parts', async (context) => {
  const files = startFiles(context)
  for (const content of ['x'.repeat(700_001), `a${'🎂'.repeat(300_000)}\nend`, `short\n${'y'.repeat(300_000)}\nz\n`, 'ab\n'.repeat(300_000)]) {
    writeFileSync(files.at('long.txt'), content)
    const whole: string[] = []
    let next: { from?: number; skip?: number } | null = {}
    while (next !== null) {
      const [head, part]: readonly [string, string] = await read(files, { path: 'long.txt', lines: 100_000, ...next })
      assert.ok(part.length <= 256 * 1024 && part.isWellFormed())
      whole.push(part)
      const cut = /go on with from (\d+)(?:, skip (\d+))?$/.exec(head)
      next = cut === null ? null : { from: Number(cut[1]), skip: Number(cut[2] ?? 0) }
    }
    assert.ok(whole.length > 1)
    assert.equal(whole.join(''), content)
  }
})

testBothWays('an edit changes exactly one place, or says how many there are', async (start) => {
  const files = start()
  writeFileSync(files.at('a.txt'), 'one two two $& three')
  const none = await failTool(files.connector, 'edit', { path: 'a.txt', old: 'four', new: 'x' })
  assert.match(none.error.message, /is not in a\.txt; nothing was changed/)
  const many = await failTool(files.connector, 'edit', { path: 'a.txt', old: 'two', new: 'x' })
  assert.match(many.error.message, /occurs 2 times/)
  assert.equal(readFileSync(files.at('a.txt'), 'utf8'), 'one two two $& three')
  await callTool(files.connector, 'edit', { path: 'a.txt', old: 'one', new: '$& $1 $$' })
  assert.equal(readFileSync(files.at('a.txt'), 'utf8'), '$& $1 $$ two two $& three')
  assert.equal(memberOf((await callTool(files.connector, 'edit', { path: 'a.txt', old: 'two', new: '', all: true })).value, 'replaced'), 2)
  assert.equal(toolOf(files.connector, 'edit').check({ path: 'a', old: 'x', new: 'x' })?.path, 'new')
  assert.equal(toolOf(files.connector, 'edit').check({ path: 'a', old: '', new: 'x' })?.path, 'old')
})

test('an edit finds lines whatever their line ends and keeps those of the file', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), 'a\r\nb\r\nc\r\n')
  await callTool(files.connector, 'edit', { path: 'a.txt', old: 'a\nb\n', new: 'x\ny\n' })
  assert.equal(readFileSync(files.at('a.txt'), 'utf8'), 'x\r\ny\r\nc\r\n')
})

test('approvals of writes and edits show the file before and after', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), 'one two')
  const { connector } = files
  assert.deepEqual(await toolOf(connector, 'edit').view({ path: './a.txt', old: 'two', new: '2' }), { kind: 'diff', path: 'a.txt', before: 'one two', after: 'one 2' })
  assert.deepEqual(await toolOf(connector, 'write').view({ path: 'a.txt', content: 'x', overwrite: true }), { kind: 'diff', path: 'a.txt', before: 'one two', after: 'x' })
  assert.deepEqual(await toolOf(connector, 'write').view({ path: 'b.txt', content: 'x' }), { kind: 'file', path: 'b.txt', content: 'x' })
  assert.equal(toolOf(connector, 'write').summarise({ path: 'b.txt', content: 'x' }), 'Write b.txt (1 byte)')
})

testBothWays('folders are made with those above them, and again without harm', async (start) => {
  const files = start()
  assert.deepEqual(memberOf((await callTool(files.connector, 'make_folder', { path: 'a/b/c' })).value, 'made'), ['a', 'a/b', 'a/b/c'])
  assert.deepEqual(memberOf((await callTool(files.connector, 'make_folder', { path: 'a/b' })).value, 'made'), [])
  writeFileSync(files.at('file'), '')
  assert.match((await failTool(files.connector, 'make_folder', { path: 'file/x' })).error.message, /is a file/)
})

testBothWays('files and folders move without ever replacing anything', async (start) => {
  const files = start()
  mkdirSync(files.at('a', 'sub'), { recursive: true })
  writeFileSync(files.at('a', 'x.txt'), 'x')
  writeFileSync(files.at('y.txt'), 'y')
  assert.match((await failTool(files.connector, 'move', { from: 'a/x.txt', to: 'y.txt' })).error.message, /exists already/)
  assert.match((await failTool(files.connector, 'move', { from: 'y.txt', to: 'a' })).error.message, /exists already/)
  assert.equal((await failTool(files.connector, 'move', { from: 'gone', to: 'b' })).error.code, 'input.not-found')
  assert.equal((await failTool(files.connector, 'move', { from: 'y.txt', to: 'none/y.txt' })).error.code, 'input.not-found')
  assert.equal((await failTool(files.connector, 'move', { from: 'a', to: 'a/sub/a' })).error.code, 'tool.failed')
  await callTool(files.connector, 'move', { from: 'a/x.txt', to: 'a/sub/z.txt' })
  await callTool(files.connector, 'move', { from: 'a', to: 'b' })
  assert.equal(readFileSync(files.at('b', 'sub', 'z.txt'), 'utf8'), 'x')
  assert.equal(readFileSync(files.at('y.txt'), 'utf8'), 'y')
  assert.deepEqual(readdirSync(files.at()).sort(), ['b', 'y.txt'])
})

testBothWays('a folder with something in it is deleted only when that was asked for', async (start) => {
  const files = start()
  mkdirSync(files.at('a', 'b'), { recursive: true })
  writeFileSync(files.at('a', 'b', 'x.txt'), 'x')
  assert.match((await failTool(files.connector, 'delete', { path: 'a' })).error.message, /not empty; nothing was deleted/)
  assert.match((await failTool(files.connector, 'delete', { path: '.' , recursive: true })).error.message, /workspace folder itself/)
  await callTool(files.connector, 'delete', { path: 'a', recursive: true })
  assert.ok(!existsSync(files.at('a')))
  mkdirSync(files.at('empty'))
  await callTool(files.connector, 'delete', { path: 'empty' })
  writeFileSync(files.at('x'), '')
  await callTool(files.connector, 'delete', { path: 'x' })
  assert.deepEqual(readdirSync(files.at()), [])
})

test('a stop in the middle of a deletion ends it', async (context) => {
  const files = startFiles(context)
  mkdirSync(files.at('a'))
  writeFileSync(files.at('a', 'x.txt'), 'x')
  const { error } = await failTool(files.connector, 'delete', { path: 'a', recursive: true }, { signal: AbortSignal.abort() })
  assert.equal(error.name, 'AbortError')
  assert.ok(existsSync(files.at('a', 'x.txt')))
})

test('long folders are listed page by page', async (context) => {
  const files = startFiles(context)
  for (let index = 0; index < 501; index++) writeFileSync(files.at(`f${String(index).padStart(4, '0')}`), '')
  const first = await callTool(files.connector, 'list', {})
  assert.equal(listOf(first.value, 'entries').length, 500)
  assert.equal(textOf(first.value, 'note'), '500 of 501 entries so far. Ask with offset 500 to go on.')
  const second = await callTool(files.connector, 'list', { offset: 500 })
  assert.deepEqual(listOf(second.value, 'entries').map(({ name }) => name), ['f0500'])
  assert.equal(memberOf(second.value, 'note'), undefined)
})

test('patterns find names in all folders below, and say when there are more', async (context) => {
  const files = startFiles(context)
  mkdirSync(files.at('src', 'deep'), { recursive: true })
  for (const path of ['README.md', 'src/a.ts', 'src/deep/b.ts', 'src/deep/b.TSX']) writeFileSync(files.at(...path.split('/')), '')
  const found = async (pattern: string, path = '.') => listOf((await callTool(files.connector, 'find', { pattern, path })).value, 'found').map((entry) => entry['path'])
  assert.deepEqual(await found('*.ts'), ['src/a.ts', 'src/deep/b.ts'])
  assert.deepEqual(await found('readme.*'), ['README.md'])
  assert.deepEqual(await found('src/*.ts'), ['src/a.ts'])
  assert.deepEqual(await found('src/**/?.ts*'), ['src/a.ts', 'src/deep/b.TSX', 'src/deep/b.ts'])
  assert.deepEqual(await found('b.*', 'src/deep'), ['src/deep/b.TSX', 'src/deep/b.ts'])
  const few = await callTool(files.connector, 'find', { pattern: '*', limit: 2 })
  assert.match(textOf(few.value, 'note'), /more than these 2/)
})

test('no name pattern takes long, whatever it and the name hold', () => {
  const started = process.hrtime.bigint()
  assert.equal(namePattern(`${'*a'.repeat(100)}b`)(['a'.repeat(255)]), false)
  assert.equal(namePattern(`${'**/'.repeat(90)}x`)(Array.from({ length: 200 }, () => 'y')), false)
  assert.ok(process.hrtime.bigint() - started < 1_000_000_000n)
})

test('a pattern fits what the same regular expression fits', () => {
  const sign = fc.constantFrom('a', 'b', '*', '?', '.')
  fc.assert(fc.property(fc.array(sign, { minLength: 1, maxLength: 8 }), fc.array(fc.constantFrom('a', 'b', '.'), { minLength: 1, maxLength: 8 }), (pattern, name) => {
    const source = pattern.map((part) => part === '*' ? '.*' : part === '?' ? '.' : part === '.' ? '\\.' : part).join('')
    if (/^\.+$/.test(pattern.join(''))) return
    assert.equal(namePattern(pattern.join(''))([name.join('')]), new RegExp(`^${source}$`).test(name.join('')), `${pattern.join('')} ${name.join('')}`)
  }), { numRuns: 2000 })
})

test('lines are found by text exactly, or by expression, with bounded lines', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), 'one\nTwo (2)\nthree\r\n')
  writeFileSync(files.at('b.md'), `${'x'.repeat(5000)} two ${'y'.repeat(5000)}`)
  writeFileSync(files.at('c.bin'), Buffer.from([0, 1, 2]))
  const grep = async (args: { text: string; regex?: boolean; ignoreCase?: boolean; names?: string; path?: string; limit?: number }) => (await callTool(files.connector, 'grep', args)).value
  assert.deepEqual(await grep({ text: '(2)' }), { matches: [{ path: 'a.txt', line: 2, text: 'Two (2)' }], filesSearched: 2, note: 'Left out as no text or unreadable: 1 file.' })
  const both = listOf(await grep({ text: 'TWO', ignoreCase: true }), 'matches')
  assert.deepEqual(both.map(({ path, line }) => [path, line]), [['a.txt', 2], ['b.md', 1]])
  const long = textOf(both[1], 'text')
  assert.ok(long.length < 400 && long.includes(' two ') && long.startsWith('…') && long.endsWith('…'))
  assert.deepEqual(listOf(await grep({ text: '^t\\w+$', regex: true }), 'matches').map(({ line }) => line), [3])
  assert.deepEqual(listOf(await grep({ text: 'two', names: '*.md' }), 'matches').map(({ path }) => path), ['b.md'])
  assert.deepEqual(listOf(await grep({ text: 'one', path: 'a.txt' }), 'matches').map(({ path }) => path), ['a.txt'])
  assert.match(textOf(await grep({ text: 'e', names: 'a.txt', limit: 1 }), 'note'), /more than these 1/)
  assert.equal(memberOf(await grep({ text: 'e', names: 'a.txt', limit: 2 }), 'note'), undefined)
})

test('a text that changes its length with its case is still found', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), 'İİİ x\nfoo İ BAR\n')
  const { value } = await callTool(files.connector, 'grep', { text: 'bar', ignoreCase: true })
  assert.deepEqual(listOf(value, 'matches'), [{ path: 'a.txt', line: 2, text: 'foo İ BAR' }])
})

test('an expression that would never end is ended, and says so', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), `${'a'.repeat(60)}!\n`)
  const { error } = await failTool(files.connector, 'grep', { text: '^(a+)+$', regex: true })
  assert.equal(error.code, 'tool.timed-out')
  assert.match(error.advice ?? '', /plainer expression/)
})

test('a stop ends an expression that would never end', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), `${'a'.repeat(60)}!\n`)
  const stop = new AbortController()
  const running = failTool(files.connector, 'grep', { text: '^(a+)+$', regex: true }, { signal: stop.signal })
  stop.abort(new Error('stopped by the person'))
  assert.equal((await running).error.message, 'stopped by the person')
})

test('what is not an expression is refused with the reason', async (context) => {
  const files = startFiles(context)
  writeFileSync(files.at('a.txt'), 'x')
  const { error } = await failTool(files.connector, 'grep', { text: '(', regex: true })
  assert.equal(error.code, 'input.invalid')
  assert.match(error.message, /not a regular expression/)
})

test('names that differ in how they are written to disk stay apart', async (context) => {
  const files = startFiles(context)
  await callTool(files.connector, 'write', { path: ' a.txt', content: '1' })
  await callTool(files.connector, 'write', { path: '...', content: '2' })
  assert.deepEqual(readdirSync(files.at()).sort(), [' a.txt', '...'])
  assert.equal((await read(files, { path: '...' }))[1], '2')
})

test('a workspace that vanishes in between is said to be missing', async (context) => {
  const files = startFiles(context)
  rmdirSync(files.at())
  assert.equal((await failTool(files.connector, 'list', {})).error.code, 'workspace.missing')
})
