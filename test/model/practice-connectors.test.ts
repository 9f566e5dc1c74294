import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import Database from 'better-sqlite3'
import { createFilesConnector } from '../../electron/core/connectors/files/create-files-connector.ts'
import { FILES_SCHEMA } from '../../electron/core/connectors/files/schema.ts'
import { createRecallConnector } from '../../electron/core/connectors/recall/create-recall-connector.ts'
import { createNotesConnector } from '../../electron/core/connectors/notes/create-notes-connector.ts'
import { NOTES_SCHEMA } from '../../electron/core/connectors/notes/schema.ts'
import { RECALL_SCHEMA } from '../../electron/core/connectors/recall/schema.ts'
import { openMemoryStore } from '../../electron/core/connectors/recall/memory-store.ts'
import { openNoteStore } from '../../electron/core/connectors/notes/note-store.ts'
import { openTaskStore } from '../../electron/core/connectors/tasks/task-store.ts'
import { createTasksConnector } from '../../electron/core/connectors/tasks/create-tasks-connector.ts'
import { TASKS_SCHEMA } from '../../electron/core/connectors/tasks/schema.ts'
import { PHRASES } from '../../electron/core/model/practice-phrases.ts'
import { modelNameOf } from '../../electron/core/tools/names.ts'
import { parseArguments } from '../../electron/core/tools/parse-arguments.ts'
import { forModel } from '../../electron/core/tools/schema.ts'
import { Digest } from '../../shared/ids.ts'
import { ask, hear } from './practice-ask.ts'

const sha256 = (text: string): Digest => Digest.parse(createHash('sha256').update(text).digest('hex'))

test('every phrase for memory, tasks, notes and files fits the real tool, as a model is told of it', async (context) => {
  const workspace = mkdtempSync(join(tmpdir(), 'gatehouse-practice-'))
  context.after(() => { rmSync(workspace, { recursive: true }) })
  const database = new Database(':memory:')
  for (const schema of [RECALL_SCHEMA, TASKS_SCHEMA, NOTES_SCHEMA, FILES_SCHEMA]) database.exec(schema)
  const now = (): number => 0
  const connectors = [createRecallConnector({ memories: openMemoryStore(database), now }), createTasksConnector({ tasks: openTaskStore(database), now }), createNotesConnector({ notes: openNoteStore(database), now }), createFilesConnector({ database, now, workspace: () => workspace, withheld: [] })]
  const tools = connectors.flatMap((connector) => connector.tools).map((tool) => {
    const name = modelNameOf(tool.identity, sha256)
    const schema = forModel(tool.inputSchema)
    assert.ok(name.ok && schema.ok)
    return { tool, offered: { name: name.name, description: tool.description, inputSchema: schema.schema } }
  })
  const phrases = PHRASES.filter(({ group }) => group === 'Memory' || group === 'Tasks' || group === 'Notes' || group === 'Files')
  assert.ok(phrases.length > 15)
  for (const { example } of phrases) {
    const { calls: [call] } = await hear([ask(example)], tools.map(({ offered }) => offered))
    const found = tools.find(({ offered }) => offered.name === call?.name)
    const args = parseArguments(call?.arguments ?? '')
    assert.ok(found !== undefined && args.ok, example)
    assert.equal(found.tool.check(args.value), null, example)
  }
})
