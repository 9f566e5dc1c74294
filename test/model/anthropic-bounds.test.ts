import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { boundAnswer, MAX_ANSWER_BYTES, MAX_EVENT_BYTES } from '../../electron/core/model/anthropic-bounds.ts'
import { MOST_CALLS } from '../../electron/core/turn/call-model.ts'
import { answerWith, callTool, say } from '../fakes/messages-endpoint-answer.ts'
import { startWithEndpoint } from '../core/model-places.ts'

async function through(pieces: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const out: Uint8Array[] = []
  const source = new ReadableStream<Uint8Array>({ start: (controller) => { for (const piece of pieces) controller.enqueue(piece); controller.close() } })
  for await (const piece of source.pipeThrough(boundAnswer(() => undefined).stream)) out.push(piece)
  return out
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString('utf8')

describe('an answer’s bounds', () => {
  test('hand on every byte in order, whole events at a time, however the bytes come', async () => {
    const event = fc.tuple(fc.string({ maxLength: 12 }).map((data) => data.replace(/[\r\n]/g, '')), fc.constantFrom('\n\n', '\r\n\r\n', '\r\r', '\n', '\r\n'))
    await fc.assert(fc.asyncProperty(fc.array(event, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (events, size) => {
      const whole = bytes(events.map(([data, end]) => `data: ${data}${end}`).join(''))
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size))
      const out = await through(pieces)
      assert.equal(text(out), text([whole]))
      for (const piece of out.slice(0, -1)) assert.match(text([piece]), /(\n\n|\r\r|\r\n\r\n|\r\n\r)$|^\n/)
    }))
  })

  test('a long event in very many pieces takes as long as its length, and comes out once', async () => {
    const pieces = [...Array.from({ length: 100_000 }, () => bytes('0123456789')), bytes('\n\n')]
    assert.equal((await through(pieces)).length, 1)
  })

  test('an event or an answer without an end is cut off', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(65)
    await assert.rejects(through(Array.from({ length: MAX_EVENT_BYTES / piece.length + 1 }, () => piece)), /longer than any answer/)
    const events = Array.from({ length: MAX_ANSWER_BYTES / piece.length + 1 }, () => [piece.subarray(0, -2), bytes('\n\n')]).flat()
    await assert.rejects(through(events), /longer than any answer/)
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
    const core = await startWithEndpoint({ answers: [{ kind: 'stream', text: `data: ${'x'.repeat(MAX_EVENT_BYTES + 1)}` }] })
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
