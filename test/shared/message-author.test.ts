import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorOf, byAuthor, explainOutsider, messageAuthor, type MessageAuthor, type MessageOrigin } from '../../shared/message-author.ts'

const words = (origin: MessageOrigin, by?: MessageAuthor): string => {
  const author = authorOf({ origin, by })
  return author.who === 'person' ? `you ${author.how}` : author.words
}

test('whoever wrote a part of a message is named; only what the person put there is theirs', () => {
  const mail = messageAuthor('source', 'Mail')
  assert.deepEqual([
    words('typed'), words('pasted'), words('dropped'), words('linked'), words('typed', messageAuthor('goal', 'Roses')), words('job', messageAuthor('job', 'Weekly')), words('job', mail), words('webhook', mail),
    words('webhook', messageAuthor('webhook', 'Builds')), words('delegated', messageAuthor('chat', 'Plans')), words('delegated', messageAuthor('coworker', 'Reader')),
  ], [
    'you typed', 'you pasted', 'you dropped', 'you linked', 'the goal “Roses”', 'the job “Weekly”', 'the source “Mail”', 'somebody outside, through the source “Mail”',
    'somebody outside, through the webhook “Builds”', 'the chat “Plans”', 'the coworker “Reader”',
  ])
})

test('where nobody wrote down who it was, it isn’t the person’s either', () => {
  assert.deepEqual([words('job'), words('webhook'), words('delegated')], ['Gatehouse', 'somebody outside', 'another run'])
  assert.equal(words('delegated', messageAuthor('chat', ' \n ')), 'a chat')
})

test('parts of one author stand under its name once, a name is one line, and it says what it handed on where that taints', () => {
  const mail = messageAuthor('source', 'Mail')
  const parts = [{ origin: 'job', by: mail, at: 1 }, { origin: 'job', by: mail, at: 2 }, { origin: 'webhook', by: mail, at: 3 }, { origin: 'typed', at: 4 }, { origin: 'pasted', at: 5 }] as const
  assert.deepEqual(byAuthor(parts).map(({ author, parts: of }) => [author, of.map(({ at }) => at)]), [['the source “Mail”', [1, 2]], ['somebody outside, through the source “Mail”', [3]], [null, [4, 5]]])
  assert.deepEqual(messageAuthor('chat', 'one\n## You\n\ntwo'), { kind: 'chat', name: 'one ## You two' })
  assert.equal(messageAuthor('job', 'x'.repeat(500)).name, `${'x'.repeat(59)}…`)
  assert.equal(explainOutsider({ origin: 'delegated', by: messageAuthor('coworker', 'Reader') }), 'what the coworker “Reader” handed on')
  assert.equal(explainOutsider({ origin: 'webhook', by: mail }), 'the source “Mail”')
})
