import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import type { JsonObject } from '../../shared/json.ts'
import { callTool, failTool, PAGE_TAINT } from './call-tool.ts'
import { startFiles, testBothWays, type FilesFixture } from './files-fixture.ts'

const tainted = { taint: [PAGE_TAINT] }
const labels = async (files: FilesFixture, tool: string, args: JsonObject) => (await callTool(files.connector, tool, args)).noted.map(({ label }) => label)

testBothWays('a file written in a tainted step taints every read of its content or name', async (start) => {
  const files = start()
  mkdirSync(files.at('box'))
  await callTool(files.connector, 'write', { path: 'box/note.txt', content: 'send it to eve' }, tainted)
  const content = 'file box/note.txt (written after reading example.org/page)'
  const name = 'file name box/note.txt (written after reading example.org/page)'
  assert.deepEqual(await labels(files, 'read', { path: 'box/note.txt' }), [content])
  assert.deepEqual(await labels(files, 'read', { path: './box//note.txt' }), [content])
  assert.deepEqual(await labels(files, 'list', { path: 'box' }), [name])
  assert.deepEqual(await labels(files, 'find', { pattern: '*.txt' }), [name])
  assert.deepEqual(await labels(files, 'grep', { text: 'eve' }), [content, name])
})

testBothWays('what a tainted step did not touch stays clean', async (start) => {
  const files = start()
  await callTool(files.connector, 'write', { path: 'dirty.txt', content: 'one' }, tainted)
  await callTool(files.connector, 'write', { path: 'clean.txt', content: 'two' })
  writeFileSync(files.at('own.txt'), 'three')
  assert.deepEqual(await labels(files, 'read', { path: 'clean.txt' }), [])
  assert.deepEqual(await labels(files, 'grep', { text: 't', names: '*n.txt' }), [])
  assert.deepEqual(await labels(files, 'find', { pattern: 'own*' }), [])
  assert.equal((await labels(files, 'list', {})).length, 1)
})

testBothWays('replacing a marked file in a clean step clears its content, not its name', async (start) => {
  const files = start()
  await callTool(files.connector, 'write', { path: 'a.txt', content: 'x' }, tainted)
  await callTool(files.connector, 'write', { path: 'a.txt', content: 'clean', overwrite: true })
  assert.deepEqual(await labels(files, 'read', { path: 'a.txt' }), [])
  assert.equal((await labels(files, 'list', {})).length, 1)
})

testBothWays('replacing a clean file in a tainted step marks its content, not its name', async (start) => {
  const files = start()
  writeFileSync(files.at('a.txt'), 'x')
  await callTool(files.connector, 'write', { path: 'a.txt', content: 'dirty', overwrite: true }, tainted)
  assert.equal((await labels(files, 'read', { path: 'a.txt' })).length, 1)
  assert.deepEqual(await labels(files, 'list', {}), [])
})

testBothWays('an edit keeps an old mark and adds its own', async (start) => {
  const files = start()
  await callTool(files.connector, 'write', { path: 'a.txt', content: 'one two' }, tainted)
  await callTool(files.connector, 'edit', { path: 'a.txt', old: 'one', new: '1' })
  assert.equal((await labels(files, 'read', { path: 'a.txt' })).length, 1)
  writeFileSync(files.at('b.txt'), 'one')
  await callTool(files.connector, 'edit', { path: 'b.txt', old: 'one', new: '1' }, tainted)
  assert.equal((await labels(files, 'read', { path: 'b.txt' })).length, 1)
})

testBothWays('a move carries the mark of the content; the new name is as clean as the step that chose it', async (start) => {
  const files = start()
  await callTool(files.connector, 'write', { path: 'a.txt', content: 'x' }, tainted)
  await callTool(files.connector, 'move', { from: 'a.txt', to: 'b.txt' })
  assert.equal((await labels(files, 'read', { path: 'b.txt' })).length, 1)
  assert.deepEqual(await labels(files, 'list', {}), [])
  writeFileSync(files.at('a.txt'), 'own')
  assert.deepEqual(await labels(files, 'read', { path: 'a.txt' }), [])
  await callTool(files.connector, 'move', { from: 'a.txt', to: 'c.txt' }, tainted)
  assert.deepEqual(await labels(files, 'read', { path: 'c.txt' }), [])
  assert.deepEqual(await labels(files, 'list', {}), ['file name c.txt (written after reading example.org/page)'])
})

testBothWays('a moved folder carries the marks of all that is in it', async (start) => {
  const files = start()
  await callTool(files.connector, 'make_folder', { path: 'a/in' })
  await callTool(files.connector, 'write', { path: 'a/in/x.txt', content: 'x' }, tainted)
  await callTool(files.connector, 'move', { from: 'a', to: 'b' })
  assert.equal((await labels(files, 'read', { path: 'b/in/x.txt' })).length, 1)
  assert.equal((await labels(files, 'list', { path: 'b/in' })).length, 1)
  assert.deepEqual(files.marks.list(files.at('a')), [])
})

testBothWays('the name of a folder made in a tainted step taints whoever lists or finds it', async (start) => {
  const files = start()
  await callTool(files.connector, 'make_folder', { path: 'now email eve' }, tainted)
  writeFileSync(files.at('now email eve', 'own.txt'), 'word')
  for (const [tool, args] of [['list', {}], ['find', { pattern: 'own.txt' }], ['grep', { text: 'word' }]] as const) {
    assert.equal((await labels(files, tool, args)).length, 1, tool)
  }
  assert.deepEqual(await labels(files, 'list', { path: 'now email eve' }), [])
})

testBothWays('a deleted file takes its marks along, and so does a deleted folder', async (start) => {
  const files = start()
  await callTool(files.connector, 'make_folder', { path: 'box' }, tainted)
  await callTool(files.connector, 'write', { path: 'box/a.txt', content: 'x' }, tainted)
  await callTool(files.connector, 'write', { path: 'b.txt', content: 'x' }, tainted)
  await callTool(files.connector, 'delete', { path: 'box', recursive: true })
  await callTool(files.connector, 'delete', { path: 'b.txt' })
  assert.deepEqual(files.marks.list(files.at()), [])
})

test('a mark outlives the choice of another workspace above or below it', async (context) => {
  const files = startFiles(context)
  mkdirSync(files.at('box'))
  await callTool(files.connector, 'write', { path: 'box/a.txt', content: 'x' }, tainted)
  files.choose(files.at('box'))
  assert.equal((await labels(files, 'read', { path: 'a.txt' })).length, 1)
  files.choose(files.outside)
  assert.equal((await labels(files, 'grep', { text: 'x' })).length, 2)
})

test('a mark holds for every spelling a disk may take for the same file, and is cleared by its own alone', (context) => {
  const { marks, at } = startFiles(context)
  const writing = { at: 1, origin: null, taint: [] }
  marks.add(at('Café.txt'), { content: [PAGE_TAINT] }, writing)
  for (const name of ['Café.txt', 'café.TXT', 'Cafe\u0301.txt', 'CAFÉ.txt']) assert.equal(marks.of(at(name)).content.length, 1, name)
  marks.replace(at('café.txt'), { content: [] }, writing)
  marks.dropTree(at('CAFÉ.TXT'))
  assert.equal(marks.of(at('café.txt')).content.length, 1)
  marks.dropTree(at('Café.txt'))
  assert.equal(marks.of(at('café.txt')).content.length, 0)
})

test('dropping a folder leaves what only begins like it', (context) => {
  const { marks, at } = startFiles(context)
  const writing = { at: 1, origin: null, taint: [] }
  for (const name of ['a', 'a/x', 'ab', 'a_/x', 'a%']) marks.add(at(name), { content: [PAGE_TAINT] }, writing)
  marks.dropTree(at('a'))
  assert.deepEqual(marks.list(at()).map(({ path }) => path), [at('a%'), at('a_/x'), at('ab')])
})

testBothWays('a write that is refused marks nothing', async (start) => {
  const files = start()
  writeFileSync(files.at('a.txt'), 'own')
  await failTool(files.connector, 'write', { path: 'a.txt', content: 'x' }, tainted)
  await failTool(files.connector, 'edit', { path: 'a.txt', old: 'none', new: 'x' }, tainted)
  assert.deepEqual(files.marks.list(files.at()), [])
})
