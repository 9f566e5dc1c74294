import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import { ConnectorId, Digest } from '../../shared/ids.ts'
import { callDigestOf, idempotencyKeyOf, pinOf, type ToolDefinitionText } from '../../electron/core/tools/fingerprint.ts'

const sha256 = (text: string): Digest => Digest.parse(createHash('sha256').update(text, 'utf8').digest('hex'))
const parse = (text: string): ToolDefinitionText => JSON.parse(text)
const getFact: ToolDefinitionText = {
  identity: { tool: 'get_fact' }, title: 'Get a fact', description: 'Returns one fact.',
  inputSchema: { type: 'object', properties: { topic: { type: 'string' }, count: { type: 'integer' } }, required: ['topic'] },
  outputSchema: null, annotations: { readOnlyHint: true },
}
const launch = { command: 'facts', args: ['--stdio'], env: ['FACTS_HOME'] }
const pinned = pinOf(getFact, launch, sha256)

test('key order and white space are no change', () => {
  const turned = parse(`{ "annotations": {"readOnlyHint":true}, "outputSchema":null,
    "inputSchema": {"required":["topic"],   "properties":{"count":{"type":"integer"},"topic":{"type":"string"}},"type":"object"},
    "description":"Returns one fact.","title":"Get a fact","identity":{"tool":"get_fact"} }`)
  assert.equal(pinOf(turned, { env: ['FACTS_HOME'], args: ['--stdio'], command: 'facts' }, sha256), pinned)
})

const changes: readonly (readonly [string, ToolDefinitionText])[] = [
  ['name', { ...getFact, identity: { tool: 'get_facts' } }],
  ['title', { ...getFact, title: 'Get a Fact' }],
  ['description', { ...getFact, description: 'Returns one fact. ' }],
  ['input schema', { ...getFact, inputSchema: { ...getFact.inputSchema, required: [] } }],
  ['input schema’s order of a list', { ...getFact, inputSchema: { ...getFact.inputSchema, required: ['count', 'topic'] } }],
  ['output schema', { ...getFact, outputSchema: {} }],
  ['annotations', { ...getFact, annotations: { readOnlyHint: 'true' } }],
  ['absence of annotations', { ...getFact, annotations: null }],
]
for (const [what, changed] of changes) {
  test(`another ${what} is another pin`, () => assert.notEqual(pinOf(changed, launch, sha256), pinned))
}

test('another launch is another pin', () => {
  assert.notEqual(pinOf(getFact, { ...launch, args: ['--stdio', '--verbose'] }, sha256), pinned)
  assert.notEqual(pinOf(getFact, { ...launch, env: [] }, sha256), pinned)
  assert.notEqual(pinOf(getFact, { url: 'https://facts.test/mcp' }, sha256), pinned)
})

test('moving text from one field to the next is another pin', () => {
  assert.notEqual(pinOf({ ...getFact, title: 'Get a factReturns', description: ' one fact.' }, launch, sha256), pinned)
})

test('a call’s digest changes with tool, connector, pin and arguments', () => {
  const facts = { connectorId: ConnectorId.parse('mcp-facts'), tool: 'get_fact' }
  const digest = callDigestOf(facts, pinned, '{"topic":"tea"}', sha256)
  assert.equal(callDigestOf({ ...facts }, pinned, '{"topic":"tea"}', sha256), digest)
  const others = [
    callDigestOf({ ...facts, tool: 'get_facts' }, pinned, '{"topic":"tea"}', sha256),
    callDigestOf({ ...facts, connectorId: ConnectorId.parse('mcp-facts-2') }, pinned, '{"topic":"tea"}', sha256),
    callDigestOf(facts, sha256('another'), '{"topic":"tea"}', sha256),
    callDigestOf(facts, pinned, '{"topic":"tea "}', sha256),
    callDigestOf(null, null, '{"topic":"tea"}', sha256),
  ]
  assert.equal(new Set([digest, ...others]).size, 6)
})

test('an idempotency key belongs to one turn and position', () => {
  const key = idempotencyKeyOf('turn_a', '1.1', sha256)
  assert.equal(idempotencyKeyOf('turn_a', '1.1', sha256), key)
  assert.notEqual(idempotencyKeyOf('turn_a', '1.11', sha256), key)
  assert.notEqual(idempotencyKeyOf('turn_a1', '.1', sha256), key)
})
