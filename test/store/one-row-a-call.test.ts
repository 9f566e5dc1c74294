import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { createActivity } from '../../electron/core/store/activity.ts'
import { createToolUse } from '../../electron/core/budget/tool-use.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { newPlace } from './store-place.ts'

test('a database from before keeps what its calls gave, and which steps can be found', () => {
  const directory = newPlace()
  const at = coreMigrations.findIndex(({ name }) => name === 'one row a call')
  const before = openStore(directory, coreMigrations.slice(0, at))
  before.database.exec(`
    INSERT INTO turns VALUES ('turn_1', 'chat_1', NULL, 'person-chat', 'practice', 1, NULL, 'running', 0, 2, 1, '{}', '');
    INSERT INTO events (turn_id, seq, kind, version, at, header, meta_size, body_size, chain) VALUES ('turn_1', 1, 'step.ended', 1, 1, '{}', 0, 0, ''), ('turn_1', 2, 'step.started', 1, 1, '{}', 0, 0, '');
    INSERT INTO tool_calls (call_id, turn_id, connector_id, tool, at, outcome, result_length) VALUES ('call_1', 'turn_1', 'probe', 'look', 5, 'ok', 70);
    INSERT INTO audit_entries (turn_id, seq, at, call_id, tainted, connector_id, tool, outcome) VALUES ('turn_1', 3, 5, 'call_1', 0, 'probe', 'look', 'ok'), ('turn_1', 4, 6, NULL, 0, NULL, NULL, NULL);`)
  before.close()
  const { database, close } = openStore(directory, coreMigrations)
  const connectorId = ConnectorId.parse('probe')
  assert.deepEqual(createToolUse(database).since(5), [{ connectorId, tool: 'look', calls: 1, resultLength: 70 }])
  assert.deepEqual(createToolUse(database).since(6), [])
  assert.deepEqual(createActivity(database).tool({ connectorId, tool: 'look' }, 6), { lastUsedAt: 5, calls: 0 })
  assert.equal(database.prepare('SELECT searched FROM turns').pluck().get(), 1)
  close()
})
