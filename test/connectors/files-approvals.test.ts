import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { callTool, failTool, listOf, memberOf, toolOf } from './call-tool.ts'
import { startFiles } from './files-fixture.ts'

test('a backslash in a name is a letter like any other where the system has it so, and refused where it parts folders', async (context) => {
  const { connector, at } = startFiles(context)
  if (process.platform === 'win32') {
    assert.notEqual((await failTool(connector, 'write', { path: '..\\b.txt', content: 'x' })).error.code, undefined)
    return
  }
  await callTool(connector, 'write', { path: 'a\\b.txt', content: 'x' })
  assert.deepEqual(readdirSync(at()), ['a\\b.txt'])
  assert.equal(statSync(at('a\\b.txt')).size, 1)
})

test('new names without visible form are refused', async (context) => {
  const { connector } = startFiles(context)
  for (const [tool, args] of [['write', { path: 'a\nb', content: '' }], ['make_folder', { path: 'x\u202Etxt' }]] as const) {
    assert.equal((await failTool(connector, tool, args)).error.code, 'input.invalid')
  }
})

test('each tool has the class that the matrix needs', (context) => {
  const { connector } = startFiles(context)
  assert.deepEqual(connector.tools.map(({ identity, toolClass }) => [identity.tool, toolClass]), [
    ['list', 'read'], ['read', 'read'], ['find', 'read'], ['grep', 'read'],
    ['write', 'write'], ['edit', 'write'], ['make_folder', 'write'], ['move', 'destructive'], ['delete', 'destructive'],
  ])
  assert.equal(toolOf(connector, 'write').requiresApproval({ path: 'x', content: '', overwrite: true }), true)
  assert.equal(toolOf(connector, 'write').requiresApproval({ path: 'x', content: '' }), false)
})

test('approvals show the full path, the destination first', async (context) => {
  const { connector, at, workspace } = startFiles(context)
  mkdirSync(at('box', 'in'), { recursive: true })
  writeFileSync(at('box', 'a.txt'), 'x'.repeat(2048))
  writeFileSync(at('box', 'in', 'b.txt'), 'x')
  const move = await toolOf(connector, 'move').view({ from: 'box/a.txt', to: 'b.txt' })
  assert.deepEqual(move, { kind: 'facts', facts: [
    { name: 'To', value: join(realpathSync(workspace), 'b.txt'), destination: true },
    { name: 'From', value: join(realpathSync(workspace), 'box/a.txt'), destination: false },
    { name: 'What', value: 'file, 2.0 KB', destination: false },
  ] })
  const remove = await toolOf(connector, 'delete').view({ path: 'box', recursive: true })
  assert.equal(memberOf(remove, 'kind'), 'facts')
  assert.deepEqual(listOf(remove, 'facts').map(({ value }) => value), [at('box'), 'folder with 2 files and 1 folder below, 2.0 KB', 'yes'])
})
