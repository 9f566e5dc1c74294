import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkPhrase } from '../../electron/core/model/practice-markdown.ts'
import { phraseOf, safeLink } from '../../renderer/ui/markdown/safe-address.ts'

test('a suggestion of the practice model comes out as the words that went in, and is never an address', () => {
  for (const words of ['list tasks', 'call search_memories {"query":"a (b) * \'c\'"}', 'remember 50 % of ü 😀']) {
    const address = /\((phrase:[^)]*)\)$/.exec(linkPhrase(words))?.[1] ?? ''
    assert.equal(phraseOf(address), words)
    assert.equal(safeLink(address), undefined)
  }
})

test('what isn\'t a suggestion, or isn\'t encoded as one, is none', () => {
  for (const address of ['https://example.org/phrase:x', 'PHRASE:x', 'phrase:%E0%A4%A', '']) assert.equal(phraseOf(address), undefined, address)
})
