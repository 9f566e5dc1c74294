import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysOf, shortcutOf, type PressedKey, type Surroundings } from '../../renderer/shortcuts.ts'

const browser: Surroundings = { mac: false, browser: true }
const desktop: Surroundings = { mac: false, browser: false }
const mac: Surroundings = { mac: true, browser: false }
const press = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false,
  repeat: false, composing: false, altGraph: false, inTextField: false, ...held,
})

test('the palette opens with Ctrl K, on a Mac with ⌘ K', () => {
  assert.equal(shortcutOf(press('k', { ctrlKey: true }), browser), 'palette')
  assert.equal(shortcutOf(press('k', { metaKey: true }), mac), 'palette')
  assert.equal(shortcutOf(press('k', { ctrlKey: true }), mac), null)
  assert.equal(shortcutOf(press('K', { ctrlKey: true, shiftKey: true }), browser), null)
})

test('a browser keeps Ctrl N for itself, so there it is Alt N', () => {
  assert.equal(keysOf('new-chat', browser), 'alt+n')
  assert.equal(shortcutOf(press('n', { altKey: true }), browser), 'new-chat')
  assert.equal(shortcutOf(press('n', { ctrlKey: true }), browser), null)
  assert.equal(shortcutOf(press('n', { ctrlKey: true }), desktop), 'new-chat')
  assert.equal(shortcutOf(press('i', { ctrlKey: true }), desktop), 'inbox')
})

test('Alt finds the key by its place when the layout makes another character of it', () => {
  assert.equal(shortcutOf(press('˜', { altKey: true, code: 'KeyN' }), { mac: true, browser: true }), 'new-chat')
})

test('no shortcut fires while an input method is choosing, on a held key, or with AltGr', () => {
  for (const held of [{ composing: true }, { repeat: true }, { altGraph: true }]) {
    assert.equal(shortcutOf(press('k', { ctrlKey: true, ...held }), browser), null)
  }
})

test('in a text field nothing that writes text is taken', () => {
  assert.equal(shortcutOf(press('?', { shiftKey: true }), browser), 'shortcuts')
  assert.equal(shortcutOf(press('?', { shiftKey: true, inTextField: true }), browser), null)
  assert.equal(shortcutOf(press('˜', { altKey: true, code: 'KeyN', inTextField: true }), { mac: true, browser: true }), null)
  assert.equal(shortcutOf(press('k', { ctrlKey: true, inTextField: true }), browser), 'palette')
  assert.equal(shortcutOf(press('n', { altKey: true, inTextField: true }), browser), 'new-chat')
})

test('Shift tells the two panels apart', () => {
  assert.equal(shortcutOf(press('b', { ctrlKey: true }), browser), 'toggle-rail')
  assert.equal(shortcutOf(press('B', { ctrlKey: true, shiftKey: true }), browser), 'toggle-panel')
})
