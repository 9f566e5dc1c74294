import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionsOf, readLine } from '../../renderer/features/chat/slash-commands.ts'
import { strings } from '../../renderer/strings/en.ts'

const { list } = strings.chat.commands

test('the catalogue holds every command of the specification', () => {
  assert.deepEqual(list.map(({ name }) => name).sort(), ['branch', 'budget', 'export', 'help', 'model', 'new', 'status', 'stop', 'tools', 'why'])
})

test('a known word after the slash is a command, an unknown one is not sent, a path is a message', () => {
  assert.deepEqual(readLine('/status', list), { kind: 'command', name: 'status' })
  assert.deepEqual(readLine('/MODEL practice', list), { kind: 'command', name: 'model' })
  assert.deepEqual(readLine('/stats now', list), { kind: 'unknown', name: 'stats' })
  for (const text of ['/home/ann/notes.txt is gone', ' /status', 'and/or', '/', '/ 2', '//']) assert.deepEqual(readLine(text, list), { kind: 'message' }, text)
})

test('commands complete while their name is typed and no longer', () => {
  assert.deepEqual(completionsOf('/st', list).map(({ name }) => name), ['status', 'stop'])
  assert.equal(completionsOf('/', list).length, list.length)
  assert.deepEqual(completionsOf('/status ', list), [])
  assert.deepEqual(completionsOf('see /st', list), [])
})
