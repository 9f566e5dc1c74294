import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import fc from 'fast-check'
import { ConnectorId, Digest } from '../../shared/ids.ts'
import type { ToolIdentity } from '../../shared/policy.ts'
import { modelNameOf, slugOf, toModelNames } from '../../electron/core/tools/names.ts'

const sha256 = (text: string): Digest => Digest.parse(createHash('sha256').update(text, 'utf8').digest('hex'))
const identity = (connectorId: string, tool: string): ToolIdentity => ({ connectorId: ConnectorId.parse(connectorId), tool })
const nameOf = (connectorId: string, tool: string): string => {
  const outcome = modelNameOf(identity(connectorId, tool), sha256)
  assert.ok(outcome.ok, `${tool} should have a name`)
  return outcome.name
}

test('a fitting tool name is kept as it is', () => {
  assert.equal(nameOf('recall', 'search_memories'), 'recall__search_memories')
  assert.equal(nameOf('mcp-office', 'Create-Share_2'), 'mcp-office__Create-Share_2')
})

test('a tool name that had to be rewritten ends in a digest of its identity', () => {
  assert.match(nameOf('mcp-office', 'calendar.update'), /^mcp-office__calendar_update_[0-9a-f]{12}$/)
  assert.match(nameOf('mcp-office', 'Create CIFS Share'), /^mcp-office__Create_CIFS_Share_[0-9a-f]{12}$/)
  assert.match(nameOf('mcp-office', 'ボード作成'), /^mcp-office__x_[0-9a-f]{12}$/)
  assert.match(nameOf('mcp-office', 'long'.repeat(50)), /^mcp-office__(long)+l?o?n?_[0-9a-f]{12}$/)
  assert.equal(nameOf('mcp-office', 'long'.repeat(50)).length, 64)
})

test('two names that look alike or differ in what was rewritten stay apart', () => {
  const alike = ['send email', 'send.email', 'send_email', 'sеnd_email', 'send__email', '_send_email', 'send_email_', 'Send_email', '\u{FF53}end_email', 'caf\u00e9', 'cafe\u0301', 'a\ud800', 'a\udbff']
  assert.equal(new Set(alike.map((tool) => nameOf('mcp-a', tool))).size, alike.length)
})

test('a tool that is named like a tool of another connector does not get that name', () => {
  const name = nameOf('mcp-evil', 'recall__search_memories')
  assert.match(name, /^mcp-evil__recall_search_memories_[0-9a-f]{12}$/)
  assert.equal(name.split('__').length, 2)
})

test('a tool that is named like a rewritten one does not get the name of that one', () => {
  const rewritten = nameOf('mcp-a', 'calendar.update')
  const imitation = rewritten.slice('mcp-a__'.length)
  assert.notEqual(nameOf('mcp-a', imitation), rewritten)
})

test('a tool without a visible name is refused with a reason', () => {
  assert.deepEqual(modelNameOf(identity('mcp-a', ''), sha256), { ok: false, reason: 'The tool has no name.' })
  for (const tool of [' ', '\u200b\u200b', '\u202e', '\n\t']) assert.equal(modelNameOf(identity('mcp-a', tool), sha256).ok, false, JSON.stringify(tool))
})

const connectorIds = fc.constantFrom('recall', 'mcp-notes', 'mcp-notes-2', 'mcp-n', 'files', 'a', 'a-b', `mcp-${'x'.repeat(44)}`)
const nastyPart = fc.constantFrom('_', '__', '-', '.', ' ', 'a', 'b', 'recall', 'notes', 'search_memories', 'о', 'o', 'ボード', '\u200b', '\ud83d', '😀', '0123456789ab', '_0123456789ab', 'x'.repeat(60), '/', ':', 'A')
const nastyTools = fc.oneof(fc.array(nastyPart, { maxLength: 6 }).map((parts) => parts.join('')), fc.string({ unit: 'binary', maxLength: 200 }), fc.stringMatching(/^[a-z_]{1,4}_[0-9a-f]{12}$/))

test('every name fits, is stable, names its connector first and is never shared by two tools', () => {
  fc.assert(fc.property(fc.uniqueArray(fc.record({ connectorId: connectorIds, tool: nastyTools }), { maxLength: 40, selector: ({ connectorId, tool }) => JSON.stringify([connectorId, tool]) }), (raw) => {
    const named = new Map<string, string>()
    for (const { connectorId, tool } of raw) {
      const outcome = modelNameOf(identity(connectorId, tool), sha256)
      if (!outcome.ok) continue
      const key = JSON.stringify([connectorId, tool])
      assert.match(outcome.name, /^[a-zA-Z0-9_-]{1,64}$/)
      assert.equal(outcome.name.slice(0, outcome.name.indexOf('_')), connectorId)
      assert.equal(named.get(outcome.name) ?? key, key)
      named.set(outcome.name, key)
      assert.deepEqual(modelNameOf(identity(connectorId, tool), sha256), outcome)
    }
  }), { numRuns: 500 })
})

test('a rewritten name fed back as a tool name of the same connector never meets the first one', () => {
  fc.assert(fc.property(connectorIds, nastyTools, (connectorId, tool) => {
    const first = modelNameOf(identity(connectorId, tool), sha256)
    if (!first.ok) return
    const again = modelNameOf(identity(connectorId, first.name.slice(connectorId.length + 2)), sha256)
    assert.ok(again.ok)
    assert.equal(again.name === first.name, tool === first.name.slice(connectorId.length + 2))
  }), { numRuns: 500 })
})

test('many names at once go both ways and do not depend on the order of arrival', () => {
  const tools = [identity('mcp-prod', 'execute_sql'), identity('mcp-test', 'execute_sql'), identity('mcp-test', ''), identity('mcp-test', 'a.b')]
  const names = toModelNames(tools, sha256)
  const turned = toModelNames([...tools].reverse(), sha256)
  assert.deepEqual([...names.byName], [...turned.byName])
  for (const [name, found] of names.byName) assert.equal(names.nameOf(found), name)
  assert.deepEqual(names.byName.get('mcp-test__execute_sql'), identity('mcp-test', 'execute_sql'))
  assert.deepEqual(names.leftOut, [{ identity: identity('mcp-test', ''), reason: 'The tool has no name.' }])
  assert.equal(names.nameOf(identity('mcp-test', '')), null)
})

test('where digests agree the first by identity keeps the name and the other is left out', () => {
  const sameForAll = (): Digest => sha256('')
  for (const order of [['a.b', 'a b'], ['a b', 'a.b']]) {
    const names = toModelNames(order.map((tool) => identity('mcp-a', tool)), sameForAll)
    assert.equal(names.byName.size, 1)
    assert.deepEqual(names.leftOut, [{ identity: identity('mcp-a', 'a.b'), reason: 'Another tool of this connector already has this name for models.' }])
  }
})

test('a tool that is listed twice is offered once', () => {
  const names = toModelNames([identity('mcp-a', 'ping'), identity('mcp-a', 'ping')], sha256)
  assert.deepEqual([...names.byName.keys()], ['mcp-a__ping'])
  assert.equal(names.leftOut.length, 1)
})

test('a connector id is made of its label in plain letters and never given twice', () => {
  const taken = new Set<ConnectorId>()
  const take = (label: string): string => {
    const id = slugOf(label, taken)
    taken.add(id)
    return id
  }
  assert.equal(take('Notes'), 'mcp-notes')
  assert.equal(take('notes'), 'mcp-notes-2')
  assert.equal(take('mcp_notes'), 'mcp-mcp-notes')
  assert.equal(take('nоtes'), 'mcp-n-tes')
  assert.equal(take('Büro & Café'), 'mcp-buro-cafe')
  assert.equal(take('日本語'), 'mcp-server')
  assert.equal(take('__'), 'mcp-server-2')
  assert.equal(take('notes 2'), 'mcp-notes-2-2')
})

test('any label gives an id that fits and is new', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 20 }), (labels) => {
    const taken = new Set<ConnectorId>()
    for (const label of labels) {
      const id = slugOf(label, taken)
      assert.ok(!taken.has(id) && !id.includes('__') && /^mcp-[a-z0-9-]+$/.test(id))
      taken.add(id)
    }
  }))
})
