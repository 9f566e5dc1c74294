import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectorId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { canNameDestination, destinationsIn } from '../../electron/core/mcp/destinations.ts'
import { hintedClass, isMisleading } from '../../electron/core/mcp/hinted-facts.ts'
import { readTool } from '../../electron/core/mcp/listed-tool.ts'
import { createLineSplitter } from '../../electron/core/mcp/line-splitter.ts'
import { readResult } from '../../electron/core/mcp/results.ts'
import { createServerLog } from '../../electron/core/mcp/server-log.ts'
import { toTool, type McpTool } from '../../electron/core/mcp/to-tool.ts'

const toolOf = (raw: JsonObject): McpTool => {
  const read = readTool({ name: 'demo', description: '', ...raw })
  assert.ok(read.ok)
  return toTool(read.tool, { connectorId: ConnectorId.parse('mcp-demo'), limits: { quietMs: 1000, totalMs: 1000 }, redact: (text) => text, call: async () => ({ content: [] }) })
}

test('hints give a class only where they are plain', () => {
  assert.deepEqual([
    null, {}, { title: 'x' }, { readOnlyHint: true }, { readOnlyHint: true, destructiveHint: false }, { readOnlyHint: true, destructiveHint: true }, { readOnlyHint: false },
    { destructiveHint: false }, { destructiveHint: true }, { readOnlyHint: 1 }, { readOnlyHint: true, destructiveHint: 'no' }, { readOnlyHint: null },
  ].map((annotations) => Object.values(hintedClass(annotations)).join(' ')), [
    'destructive unset', 'destructive unset', 'destructive unset', 'read hinted', 'read hinted', 'destructive hinted', 'destructive hinted',
    'write hinted', 'destructive hinted', 'destructive unset', 'destructive unset', 'destructive unset',
  ])
})

test('words that contradict a read hint mark a tool', () => {
  const marked = (name: string, description = '', annotations: JsonObject = { readOnlyHint: true }): boolean => {
    const read = readTool({ name, description, annotations })
    return read.ok && isMisleading(read.tool)
  }
  for (const name of ['delete_everything', 'sendMail', 'mail.send', 'createUser', 'RUN_QUERY', 'pay', 'update-note']) assert.equal(marked(name), true, name)
  for (const description of ['Deletes all rows.', 'Looks up a user. Then removes it.', 'Send a message', 'This tool will write the file.']) assert.equal(marked('tool', description), true, description)
  for (const [name, description] of [['list_orders', 'Lists orders and their updates.'], ['search', 'Finds deleted files. Does not delete anything.'], ['get_post', 'Reads a post by its id.'], ['settings', 'Shows the runtime settings.']] as const) assert.equal(marked(name, description), false, name)
  assert.equal(marked('delete_all', '', { destructiveHint: true }), false)
})

test('egress is prefilled from what the schema lets arguments name', () => {
  const outward = (properties: JsonObject, more: JsonObject = {}): boolean => canNameDestination({ type: 'object', properties, ...more })
  for (const properties of [{ url: { type: 'string' } }, { to: { type: 'array', items: { type: 'string' } } }, { a: { type: 'string', format: 'uri' } }, { webhookUrl: {} }, { deep: { type: 'object', properties: { hostname: { type: 'string' } } } }, { any: { type: 'object' } }, { any: { type: 'object', additionalProperties: true } }, { x: { anyOf: [{ type: 'null' }, { type: 'string', format: 'email' }] } }]) assert.equal(outward(properties), true, JSON.stringify(properties))
  for (const properties of [{}, { query: { type: 'string' } }, { total: { type: 'number' } }, { server: { type: 'integer' } }, { tomato: { type: 'string' } }]) assert.equal(outward(properties), false, JSON.stringify(properties))
  assert.equal(outward({ q: { type: 'string' } }, { additionalProperties: true }), true)
  assert.equal(outward({ n: { $ref: '#/$defs/n' } }, { $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' }, link: { type: 'string' } } } } }), true)
  assert.equal(outward({ n: { $ref: '#/$defs/n' } }, { $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } } } } }), false)
  assert.equal(canNameDestination({}), false)
})

test('destinations are found wherever they stand in the arguments, unreadable ones stand for themselves', () => {
  const schema = { type: 'object', properties: { url: {}, to: {}, note: {}, options: {} } }
  assert.deepEqual(destinationsIn({ url: 'https://a.example:8443/x?y=1', note: 'see http://b.example/ and bob@c.example', options: { nested: ['d.example'] } }, schema), ['a.example:8443', 'b.example', 'c.example', 'd.example'])
  assert.deepEqual(destinationsIn({ to: 'everybody', undeclared: 'secret' }, schema), ['everybody', 'secret'])
  assert.deepEqual(destinationsIn({ note: 'nothing here' }, schema), [])
})

test('an approval shows every argument whole, those that say where it goes first', async () => {
  const tool = toolOf({ title: 'Send it', inputSchema: { type: 'object' } })
  const long = 'x'.repeat(50_000)
  assert.deepEqual(await tool.view({ body: long, count: 2, to: 'bob@c.example', tags: ['a'] }), { kind: 'facts', facts: [
    { name: 'to', value: 'bob@c.example', destination: true }, { name: 'body', value: long, destination: false }, { name: 'count', value: '2', destination: false }, { name: 'tags', value: '["a"]', destination: false },
  ] })
  assert.deepEqual(await tool.view({}), { kind: 'json' })
  assert.equal(tool.summarise({ a: 'one\ntwo', b: 3 }), 'Send it · a: one two, b: 3')
  assert.equal(tool.summarise({ body: long }).length, 161)
})

test('a check never throws and names the first problem', () => {
  const { check } = toolOf({ inputSchema: { type: 'object', properties: { list: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } }, mail: { type: 'string', format: 'email' } }, additionalProperties: false } })
  assert.deepEqual(check({ list: [{}, { 'a/b': 1 }] }), { path: 'list[1].a/b', problem: 'must be string' })
  assert.deepEqual(check({ mail: 'nobody' }), { path: 'mail', problem: 'must match format "email"' })
  assert.deepEqual(check({ extra: 1 }), { path: '', problem: 'must NOT have additional properties ("extra")' })
  assert.notEqual(toolOf({ inputSchema: { $async: true, type: 'object', required: ['a'] } }).check({}), null)
  const remote = toolOf({ inputSchema: { type: 'object', properties: { a: { $ref: 'https://x.example/schema.json' }, b: { type: 'string' } } } })
  assert.equal(remote.check({ a: 1 }), null)
  assert.notEqual(remote.check({ b: 1 }), null)
})

test('parts of a result that aren’t text are described with their size', () => {
  const { content, parts } = readResult({ content: [
    { type: 'image', mimeType: 'image/png', data: 'AAAA'.repeat(1000) }, { type: 'audio', mimeType: 'audio/wav', data: 'AAA=' }, { type: 'resource_link', uri: 'file:///x', name: 'x', mimeType: 'text/plain', size: 2_000_000 },
    { type: 'resource', resource: { uri: 'demo://a', text: 'inside' } }, { type: 'resource', resource: { uri: 'demo://b', mimeType: 'application/pdf', blob: 'AAAA' } },
  ] })
  assert.equal(content, '[image: image/png, 2.9 KiB]\n\n[audio: audio/wav, 2 bytes; not kept, not sent to you]\n\n[resource: x, file:///x, text/plain, 1.9 MiB]\n\ninside\n\n[resource: demo://b, application/pdf, 3 bytes; not kept, not sent to you]')
  assert.equal(parts.length, 5)
  assert.equal(readResult({ content: [{ type: 'text', text: '{"b":1,  "a":2}' }], structuredContent: { a: 2, b: 1 } }).content, '{"b":1,  "a":2}')
  for (const odd of [null, 'text', [], { content: 'x' }, { content: null, isError: 'yes' }, {}]) assert.notEqual(readResult(odd).content.trim(), '')
  assert.equal(readResult({ toolResult: [1] }).content, '[1]')
})

test('nothing is too deep to be read', () => {
  const deep: JsonObject = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
  assert.deepEqual(readTool({ name: 'deep', inputSchema: deep }), { ok: false, name: 'deep', reason: 'Its definition is nested too deeply.' })
  assert.equal(readResult({ content: [], structuredContent: deep }).content, 'data that can’t be shown')
})

test('lines are found across pieces, long ones are bounded', () => {
  const lines: string[] = []
  const long: string[] = []
  const splitter = createLineSplitter({ maxBytes: 10, onLine: (line) => { lines.push(line) }, onTooLong: (beginning) => { long.push(beginning); return 'drop-rest' } })
  for (const piece of ['\uFEFFab', 'c\r\n\nd', 'éf\n', 'x'.repeat(30), 'y\nend\n', 'rest']) splitter.push(Buffer.from(piece))
  splitter.end()
  assert.deepEqual(lines, ['abc', '', 'déf', 'end', 'rest'])
  assert.deepEqual(long, ['x'.repeat(30)])
})

test('a log keeps the newest lines within its limits', () => {
  const log = createServerLog({ now: () => 1, redact: (text) => text, maxLines: 3, maxLength: 1000 })
  for (let count = 0; count < 1000; count += 1) log.add(count % 2 === 0 ? 'stderr' : 'stdout', `\u001b]0;title\u0007line ${count}`)
  assert.deepEqual(log.lines().map(({ text }) => text), ['line 997', 'line 998', 'line 999'])
  assert.deepEqual(log.lastWords(1), ['line 998'])
  assert.ok(log.dropped() > 800)
})
