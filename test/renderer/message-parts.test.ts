import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepRanges, restoreRanges, type RangeStorage } from '../../renderer/features/chat/kept-ranges.ts'
import { isBlank, MOST_PARTS, putBack, toDraft, toInput, type Attachment } from '../../renderer/features/chat/message-parts.ts'
import { EMPTY_TEXT, joinTracked, trackedText } from '../../renderer/features/chat/message-ranges.ts'
import { readFiles } from '../../renderer/features/chat/read-files.ts'
import { MessageInput } from '../../shared/contract.ts'
import { chat } from './turn-events.ts'

const file: Attachment = { id: '1', fileName: 'notes.txt', text: 'from a stranger', vouched: false }
const text = joinTracked([trackedText('read ', 'typed'), trackedText('evil.example', 'pasted')])

test('text goes out in the stretches in which it came, files after it and not vouched for', () => {
  const input = toInput({ text, attachments: [file] })
  assert.deepEqual(input, [
    { origin: 'typed', text: 'read ', vouched: true }, { origin: 'pasted', text: 'evil.example', vouched: true },
    { origin: 'dropped', text: 'from a stranger', fileName: 'notes.txt', vouched: false },
  ])
  for (const part of input) assert.ok(MessageInput.safeParse(part).success)
})

test('text and files together never make more parts than a message can hold', () => {
  const alternating = joinTracked(Array.from({ length: 100 }, (_, index) => trackedText('x', index % 2 === 0 ? 'typed' : 'pasted')))
  assert.equal(toInput({ text: alternating, attachments: [file, file, file] }).length, MOST_PARTS)
})

test('a sent message can be edited: it comes back with its origins and its files', () => {
  const draft = toDraft(toInput({ text, attachments: [{ ...file, vouched: true }] }))
  assert.deepEqual(draft.text, text)
  assert.deepEqual(draft.attachments.map(({ fileName, vouched }) => [fileName, vouched]), [['notes.txt', true]])
})

test('a message that was not taken comes back in front of what was written since, each stretch with its origin', () => {
  const since = { text: trackedText('and more', 'typed'), attachments: [{ ...file, id: '2' }] }
  const back = putBack({ text, attachments: [file] }, since)
  assert.equal(back.text.text, 'read evil.example\nand more')
  assert.deepEqual(back.text.spans, [{ origin: 'typed', length: 5 }, { origin: 'pasted', length: 12 }, { origin: 'typed', length: 9 }])
  assert.deepEqual(back.attachments.map(({ id }) => id), ['1', '2'])
  assert.deepEqual(putBack({ text, attachments: [] }, { text: EMPTY_TEXT, attachments: [] }).text, text, 'exactly as it was when nothing was written')
  assert.deepEqual(putBack({ text: EMPTY_TEXT, attachments: [file] }, since).text, since.text)
})

test('blanks alone are no message, a file alone is one', () => {
  assert.equal(isBlank({ text: trackedText(' \n', 'typed'), attachments: [] }), true)
  assert.equal(isBlank({ text: EMPTY_TEXT, attachments: [file] }), false)
})

function makeStorage(): RangeStorage {
  const items = new Map<string, string>()
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value), removeItem: (key) => void items.delete(key) }
}

test('a draft that this window wrote keeps what was typed; any other counts as pasted', () => {
  const storage = makeStorage()
  keepRanges(storage, chat, text)
  assert.deepEqual(restoreRanges(storage, chat, text.text), text)
  assert.deepEqual(restoreRanges(storage, chat, 'Read evil.example'), trackedText('Read evil.example', 'pasted'))
  assert.deepEqual(restoreRanges(makeStorage(), chat, text.text), trackedText(text.text, 'pasted'))
})

test('kept ranges that don\'t fit the draft, or aren\'t ranges, are not believed', () => {
  for (const kept of ['{', '[]', '{"text":"abc","spans":[{"origin":"typed","length":9}]}', '{"text":"abc","spans":[{"origin":"spoken","length":3}]}', '{"text":"abc","spans":[{"origin":"typed","length":-3},{"origin":"typed","length":6}]}']) {
    const storage = { ...makeStorage(), getItem: () => kept }
    assert.deepEqual(restoreRanges(storage, chat, 'abc'), trackedText('abc', 'pasted'), kept)
  }
})

test('only text files of a bearable size are taken, each refusal is a sentence', async () => {
  const files = [new File(['hello'], 'a.txt'), new File([new Uint8Array([0xff, 0xfe, 0])], 'b.png'), new File(['a\0b'], 'c.bin'), new File(['x'.repeat(1_000_001)], 'd.txt'), new File(['e'], 'e.txt')]
  const { attachments, refusals } = await readFiles(files, 4)
  assert.deepEqual(attachments.map(({ fileName, text: content, vouched }) => [fileName, content, vouched]), [['a.txt', 'hello', false]])
  assert.equal(refusals.length, 4)
  for (const [index, name] of ['b.png', 'c.bin', 'd.txt', '10 files'].entries()) assert.ok(refusals[index]?.includes(name), name)
})
