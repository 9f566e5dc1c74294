import assert from 'node:assert/strict'
import { CoworkerId } from '../../shared/coworker.ts'
import { test } from 'node:test'
import { ConnectorId } from '../../shared/ids.ts'
import { formatRoute, parseRoute, type Route } from '../../renderer/route.ts'

const ROUTES: readonly Route[] = [
  { page: 'chat', chatId: 'chat_01abc' },
  { page: 'new-chat' },
  { page: 'chat', chatId: 'chat_01abc', turnId: 'turn_02' },
  { page: 'inbox' },
  { page: 'memory' },
  { page: 'memory', tab: 'tasks' },
  { page: 'connectors' },
  { page: 'connectors', connectorId: ConnectorId.parse('mcp-mail') },
  { page: 'budget' },
  { page: 'roles' },
  { page: 'coworker' },
  { page: 'coworker', id: CoworkerId.parse('note-keeper') },
  { page: 'roles', roleId: 'coworker:a/b' },
  { page: 'runs' },
  { page: 'runs', tab: 'audit' },
  { page: 'runs', tab: 'cases' },
  { page: 'runs', tab: 'cases', caseRunId: 'caserun_1' },
  { page: 'runs', query: 'a/b ü#%' },
  { page: 'runs', turnId: 'turn_02' },
  { page: 'runs', turnId: 'turn_02', seq: 12 },
  { page: 'settings' },
  { page: 'settings', section: 'a/b ü#%' },
]

for (const route of ROUTES) {
  test(`the address of ${JSON.stringify(route)} leads back to it`, () => {
    assert.deepEqual(parseRoute(formatRoute(route)), route)
  })
}

for (const hash of ['', '#', '#/', '#token=abc', '#/nowhere', '#/chat', '#/chat/turn_1', '#/chat/%', '#/chat/chat_1%22onload', '#/constructor']) {
  test(`${JSON.stringify(hash)} leads to a new chat`, () => {
    assert.deepEqual(parseRoute(hash), { page: 'new-chat' })
  })
}

test('a connector that can’t exist leads to the list of connectors', () => {
  assert.deepEqual(parseRoute('#/connectors/Not%20One'), { page: 'connectors' })
})

test('a section with broken encoding leads to the settings', () => {
  assert.deepEqual(parseRoute('#/settings/%E0%A4'), { page: 'settings' })
})
