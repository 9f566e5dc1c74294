import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Digest } from '../../shared/ids.ts'
import { groupTools, type Tool } from '../../renderer/features/connectors/group-tools.ts'

const tool = (name: string, toolClass: Tool['toolClass'], on: boolean, description = ''): Tool => ({
  tool: name, title: name.toUpperCase(), description, toolClass, provenance: 'built-in', untrusted: false, egress: false, on, requiresApproval: false, lastUsedAt: null, callsToday: 0,
  pin: Digest.parse('0'.repeat(64)), untrustedBy: 'built-in', egressBy: 'built-in', hintedClass: null, misleading: false, mentions: [], unusable: null, resultUnchecked: null, changed: null,
})
const TOOLS = [tool('delete', 'destructive', false), tool('list', 'read', true), tool('find', 'read', false, 'Looks for a folder'), tool('write', 'write', true)]
const shown = (query: string, filter: 'all' | 'on' | 'off') =>
  groupTools(TOOLS, query, filter).map((group) => `${group.id} ${String(group.on)} ${group.countOn}: ${group.rows.map((row) => row.tool).join(' ')}`)

test('tools stand by class, from the harmless to the dangerous, with what each class’s switch shows', () => {
  assert.deepEqual(shown('', 'all'), ['read mixed 1: list find', 'write true 1: write', 'destructive false 0: delete'])
})

test('the search looks at name, title and description, whatever the case', () => {
  assert.deepEqual(shown('FOLDER', 'all'), ['read false 0: find'])
  assert.deepEqual(shown('WRI', 'all'), ['write true 1: write'])
  assert.deepEqual(shown('nothing like it', 'all'), [])
})

test('a class’s switch is about the tools that are shown', () => {
  assert.deepEqual(shown('', 'on'), ['read true 1: list', 'write true 1: write'])
  assert.deepEqual(shown('', 'off'), ['read false 0: find', 'destructive false 0: delete'])
})
