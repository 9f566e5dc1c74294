import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startThread, type Thread } from '../../electron/core/thread.ts'

const NEVER_ENDS = 600_000
const signal = new AbortController().signal

function thread(t: TestContext): Thread {
  const started = startThread(new URL('./thread-worker.ts', import.meta.url), null)
  t.after(started.close)
  return started
}

test('a thread that the machine held up past its limit still answers', async (t) => {
  assert.deepEqual(await thread(t).ask({ kind: 'stand-still', ms: 300 }, 200, signal), { kind: 'reply', reply: 'done' })
})

test('a thread that has had the processor for as long as it may is late', async (t) => {
  const { ask } = thread(t)
  assert.deepEqual(await ask({ kind: 'work', ms: 20 }, 200, signal), { kind: 'reply', reply: 'done' })
  assert.deepEqual(await ask({ kind: 'work', ms: NEVER_ENDS }, 200, signal), { kind: 'late' })
})

test('time that was used for the questions before isn’t counted against the next', async (t) => {
  const { ask } = thread(t)
  for (let asked = 0; asked < 4; asked += 1) assert.deepEqual(await ask({ kind: 'work', ms: 100 }, 200, signal), { kind: 'reply', reply: 'done' })
})

test('a thread that stands still for good is late all the same', async (t) => {
  assert.deepEqual(await thread(t).ask({ kind: 'stand-still', ms: NEVER_ENDS }, 50, signal), { kind: 'late' })
})
