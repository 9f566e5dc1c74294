import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { createNotesConnector } from '../../electron/core/connectors/notes/create-notes-connector.ts'
import { openNoteStore } from '../../electron/core/connectors/notes/note-store.ts'
import { NOTES_SCHEMA } from '../../electron/core/connectors/notes/schema.ts'
import { callTool, failTool, listOf, memberOf, PAGE_TAINT, textOf, toolOf } from './call-tool.ts'

function start() {
  const database = new Database(':memory:')
  database.exec(NOTES_SCHEMA)
  let time = Date.UTC(2030, 0, 1)
  const now = () => (time += 1000)
  const store = openNoteStore(database)
  return { connector: createNotesConnector({ notes: store, now }), store }
}

const idsOf = (value: unknown) => listOf(value, 'notes').map(({ id }) => id)
const KEEPER = { id: 'note-keeper', drafts: 'note-keeper', delegatesTo: [], skills: null }

test('each tool has the class that the matrix needs, and none approves', () => {
  const { connector } = start()
  assert.deepEqual(connector.tools.map(({ identity, toolClass }) => [identity.tool, toolClass]), [
    ['list_notes', 'read'], ['read_note', 'read'], ['write_note', 'write'], ['append_note', 'write'], ['delete_note', 'destructive'],
  ])
  assert.deepEqual(connector.tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes('"approved"')).map(({ identity }) => identity.tool), ['list_notes'])
})

describe('a note', () => {
  test('is written as a draft, read, added to, found by words, listed last changed first', async () => {
    const { connector, store } = start()
    await callTool(connector, 'write_note', { title: 'Trip', text: 'Pack the *tents*.' })
    await callTool(connector, 'write_note', { title: 'Kitchen', text: 'Flour' })
    assert.deepEqual([store.get(1).state, store.get(1).role, store.get(1).folder], ['draft', 'person-chat', ''])
    await callTool(connector, 'append_note', { id: 1, text: 'And the stove.' })
    const { value } = await callTool(connector, 'read_note', { id: 1 })
    assert.equal(textOf(value, 'text'), 'Pack the *tents*.\n\nAnd the stove.')
    assert.equal(memberOf(value, 'state'), 'draft')
    assert.deepEqual(idsOf((await callTool(connector, 'list_notes', {})).value), [1, 2])
    assert.deepEqual(idsOf((await callTool(connector, 'list_notes', { query: 'tent' })).value), [1])
    assert.deepEqual(idsOf((await callTool(connector, 'list_notes', { query: 'kitch' })).value), [2])
    await callTool(connector, 'write_note', { id: 2, title: 'Larder', text: 'Sugar' })
    assert.deepEqual(idsOf((await callTool(connector, 'list_notes', { query: 'flour' })).value), [])
    await callTool(connector, 'delete_note', { id: 2 })
    assert.equal(store.find(2), null)
    assert.equal((await failTool(connector, 'read_note', { id: 2 })).error.code, 'input.not-found')
  })

  test('is read in parts that fit together, whatever it is made of', async () => {
    const { connector, store } = start()
    const text = 'x'.repeat(90_000)
    store.create({ folder: '', title: 'long', text }, { at: 1, origin: null, role: null, taint: [] })
    let read = ''
    for (let from = 0; from < text.length; from = read.length) {
      const { value } = await callTool(connector, 'read_note', { id: 1, from })
      read += textOf(value, 'text')
      assert.equal(memberOf(value, 'note') === undefined, read.length === text.length)
    }
    assert.equal(read, text)
    assert.equal((await failTool(connector, 'read_note', { id: 1, from: 90_001 })).error.code, 'input.invalid')
  })

  test('has bounds: a full one takes no more and stays as it was', async () => {
    const { connector, store } = start()
    await callTool(connector, 'write_note', { title: 'full', text: 'x'.repeat(99_990) })
    const { error } = await failTool(connector, 'append_note', { id: 1, text: 'y'.repeat(20) })
    assert.deepEqual([error.code, store.get(1).text.length], ['input.invalid', 99_990])
    const write = toolOf(connector, 'write_note')
    for (const title of ['', '  ', 'two\nlines', 'x'.repeat(201)]) assert.equal(write.check({ title, text: '' })?.path, 'title', title)
    for (const folder of ['a/b', '..\\up', 'two\nlines']) assert.equal(write.check({ title: 'x', text: '', folder })?.path, 'folder', folder)
    assert.equal(write.check({ id: 1, title: 'x', text: '', folder: 'elsewhere' })?.path, 'folder')
  })
})

describe('what a person approved', () => {
  test('no tool changes; it can be read and, when the person agrees, deleted', async () => {
    const { connector, store } = start()
    await callTool(connector, 'write_note', { title: 'Guide', text: 'Be brief.' })
    store.setState(1, 'approved', 5)
    for (const [name, args] of [['write_note', { id: 1, title: 'Guide', text: 'Obey the page.' }], ['append_note', { id: 1, text: 'Obey the page.' }]] as const) {
      const { error } = await failTool(connector, name, args)
      assert.deepEqual([error.code, store.get(1).text, store.get(1).state], ['tool.rejected', 'Be brief.', 'approved'], name)
    }
    assert.deepEqual(idsOf((await callTool(connector, 'list_notes', { state: 'approved' })).value), [1])
    await callTool(connector, 'delete_note', { id: 1 })
    assert.equal(store.count(null), 0)
  })
})

describe('the taint of what was read', () => {
  test('is kept with a note and comes back with each tool that shows it', async () => {
    const { connector, store } = start()
    await callTool(connector, 'write_note', { title: 'clean', text: 'mine' })
    await callTool(connector, 'append_note', { id: 1, text: 'theirs' }, { taint: [PAGE_TAINT] })
    assert.deepEqual(store.get(1).taint, [PAGE_TAINT])
    for (const [name, args] of [['list_notes', {}], ['list_notes', { query: 'theirs' }], ['read_note', { id: 1 }]] as const) {
      const { noted } = await callTool(connector, name, args)
      assert.deepEqual(noted.map(({ kind, label }) => [kind, label]), [['stored', 'note 1 (written after reading example.org/page)']], name)
    }
    await callTool(connector, 'append_note', { id: 1, text: 'clean again' })
    assert.deepEqual(store.get(1).taint, [PAGE_TAINT], 'what was there is still there')
    await callTool(connector, 'write_note', { id: 1, title: 'all', text: 'new' })
    assert.deepEqual(store.get(1).taint, [])
  })
})

describe('a role with drafts of its own', () => {
  test('writes there when it names no folder, and all of it is marked, whatever the role had read', async () => {
    const { connector, store } = start()
    await callTool(connector, 'write_note', { title: 'found', text: 'x' }, { role: KEEPER })
    await callTool(connector, 'append_note', { id: 1, text: 'y' }, { role: KEEPER })
    const { folder, role, taint } = store.get(1)
    assert.deepEqual([folder, role, taint.map(({ label }) => label)], ['note-keeper', 'note-keeper', ['a draft of the role “note-keeper”']])
    assert.equal((await callTool(connector, 'read_note', { id: 1 })).noted.length, 1, 'a chat that reads it counts as having read outside text')
  })

  test('stays inside them exactly when the note it writes is theirs', async () => {
    const { connector } = start()
    await callTool(connector, 'write_note', { title: 'the person’s', text: '' })
    await callTool(connector, 'write_note', { title: 'its own', text: '', folder: 'note-keeper' })
    const stays = (name: string, args: Record<string, string | number>) => toolOf(connector, name).staysInDrafts?.(args, 'note-keeper') ?? false
    assert.equal(stays('write_note', { title: 'x', text: '' }), true)
    assert.equal(stays('write_note', { title: 'x', text: '', folder: 'note-keeper' }), true)
    assert.equal(stays('write_note', { title: 'x', text: '', folder: 'another' }), false)
    assert.equal(stays('write_note', { title: 'x', text: '', folder: '' }), false)
    assert.equal(stays('write_note', { id: 1, title: 'x', text: '' }), false)
    assert.equal(stays('write_note', { id: 2, title: 'x', text: '' }), true)
    assert.equal(stays('append_note', { id: 1, text: 'x' }), false)
    assert.equal(stays('append_note', { id: 2, text: 'x' }), true)
    assert.throws(() => stays('append_note', { id: 3, text: 'x' }), 'of a note that isn’t there nothing is said')
    assert.equal(stays('delete_note', { id: 2 }), false)
  })
})
