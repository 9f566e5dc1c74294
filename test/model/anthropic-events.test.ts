import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { AnswerTooLongError, MAX_ANSWER_BYTES, MAX_EVENT_LENGTH, readEvents, type RawEvent } from '../../electron/core/model/anthropic-events.ts'
import { MOST_CALLS } from '../../electron/core/turn/call-model.ts'
import { answerWith, callTool, say } from '../fakes/messages-endpoint-answer.ts'
import { startWithEndpoint } from '../core/model-places.ts'

async function read(pieces: Iterable<Uint8Array>): Promise<readonly RawEvent[]> {
  const events: RawEvent[] = []
  for await (const some of readEvents(Readable.from(pieces), () => undefined)) events.push(...some)
  return events
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the events of an answer', () => {
  test('are the same however the bytes come and however its lines end', async () => {
    const line = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed().replace(/[\r\n\uFEFF]/g, ''))
    const event = fc.tuple(fc.option(line), fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
    await fc.assert(fc.asyncProperty(fc.array(event, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (events, size) => {
      const whole = bytes(events.map(([name, data, end, isCommented]) => [...(isCommented ? [': busy'] : []), ...(name === null ? [] : [`event: ${name}`]), ...data.map((one) => `data: ${one}`), '', ''].join(end)).join(''))
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size))
      assert.deepEqual(await read(pieces), events.map(([name, data]) => ({ event: name, data: data.join('\n') })))
    }))
  })

  test('hold a value as it was written, but for one blank before it', async () => {
    assert.deepEqual(await read([bytes('data:a\ndata:  b\ndata\nid: 1\n\n: only a comment\n\nevent: c\n\n')]), [{ event: null, data: 'a\n b\n' }, { event: 'c', data: '' }])
  })

  test('leave out one that the end cut off', async () => {
    assert.deepEqual(await read([bytes('data: whole\n\nevent: half\ndata: of it\n')]), [{ event: null, data: 'whole' }])
  })

  test('take as long as they are, also one in very many pieces', async () => {
    const pieces = [bytes('data: '), ...Array.from({ length: 100_000 }, () => bytes('0123456789')), bytes('\n\n')]
    assert.deepEqual((await read(pieces)).map(({ data }) => data.length), [1_000_000])
  })

  test('end with an error where one of them, or the answer, has no end', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(65)
    await assert.rejects(read(Array.from({ length: MAX_EVENT_LENGTH / piece.length + 1 }, () => piece)), AnswerTooLongError)
    await assert.rejects(read(Array.from({ length: 3000 }, () => bytes(`data: ${'x'.repeat(1000)}\n`))), AnswerTooLongError)
    const events = Array.from({ length: MAX_ANSWER_BYTES / piece.length + 1 }, () => [piece.subarray(0, -2), bytes('\n\n')]).flat()
    await assert.rejects(read(events), AnswerTooLongError)
  })
})

describe('a hostile service', () => {
  test('that streams without end is cut off, told so, and not asked again', async () => {
    const core = await startWithEndpoint({ answers: [say('x'.repeat(MAX_ANSWER_BYTES), { pieceLength: 512 * 1024 })] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.steps.at(-1)?.ended?.meta?.detail, core.endpoint.requests.length], ['failed', 'model.stream-broken', 1])
    assert.match(state.ended?.body?.message ?? '', /^127\.0\.0\.1:\d+ sent more than any answer is long, so it was cut off\. Check the address/)
    await core.close()
  })

  test('that never ends a line is cut off before anything was heard, and not asked again', async () => {
    const core = await startWithEndpoint({ answers: [{ kind: 'stream', text: `data: ${'x'.repeat(MAX_EVENT_LENGTH + 1)}` }] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, core.endpoint.requests.length], ['failed', 1])
    assert.match(state.ended?.body?.message ?? '', /sent more than any answer is long/)
    await core.close()
  })

  test('that asks for more calls than a turn may make gets each of those beyond refused, and the turn ends at its limit', async () => {
    const count = MOST_CALLS
    const core = await startWithEndpoint({ answers: [answerWith(Array.from({ length: count }, (_, index) => callTool('probe__look', `{"name":"${index}"}`)), { pieceLength: 64 }), say('Enough.')] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    const reasons = [...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : null))
    assert.deepEqual([reasons.filter((kind) => kind === 'matrix').length, reasons.filter((kind) => kind === 'limit').length, reasons.lastIndexOf('matrix')], [64, count - 64, 63])
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.limit, core.probe.log.length], ['out-of-limits', 'calls', 128])
    await core.close()
  })

  test('that asks for more calls than any answer may hold has none of them run or kept', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([{ type: 'text', text: 'Many.' }, ...Array.from({ length: MOST_CALLS + 1 }, () => callTool('probe__look', '{"name":"a"}'))], { pieceLength: 64 })] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.calls.size, core.probe.log, state.steps[0]?.blocks.map(({ type }) => type)], ['failed', 0, [], ['text']])
    assert.match(state.ended?.body?.message ?? '', /more than 256 calls in one answer, so it was cut off and none of them ran/)
    await core.close()
  })
})
