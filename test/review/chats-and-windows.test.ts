import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Item } from '../../shared/contract.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { calls } from '../core/scripted-core.ts'
import { atDatabase, startCustom } from './custom-core.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-chats-'))
after(() => { rmSync(folder, { recursive: true, force: true }) })

/** Time that a test moves; long waits end when it passes them. */
function movableClock() {
  let passed = 0
  const waiting = new Set<{ readonly at: number; readonly then: () => void }>()
  return {
    clock: {
      now: () => Date.now() + passed,
      at: (at: number, then: () => void) => {
        const entry = { at, then }
        waiting.add(entry)
        return () => { waiting.delete(entry) }
      },
    },
    waiting,
    pass: (ms: number) => {
      passed += ms
      for (const entry of [...waiting]) if (entry.at <= Date.now() + passed && waiting.delete(entry)) entry.then()
    },
  }
}

describe('deleting a chat', () => {
  const bytesHold = (directory: string, text: string): boolean => readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(text))

  test('really removes its content from every file once the undo window has passed; headers, other chats and shared texts stay', async () => {
    const dataDirectory = join(folder, 'erase')
    const time = movableClock()
    const shared = `shared ${'s'.repeat(6000)}`
    const core = await startCustom([{ text: 'Yes.' }], { dataDirectory, clock: time.clock })
    const doomed = await core.newChat()
    const kept = await core.newChat()
    const turn = await core.say(doomed, 'zwetschgenwords typed')
    await core.ended(turn)
    const long = `quittenwords ${'q'.repeat(9000)}`
    const second = (await core.call('turn.start', { chatId: doomed, parentTurnId: turn, message: [{ origin: 'typed', text: long, vouched: true }, { origin: 'pasted', text: shared, vouched: true }] })).turnId
    await core.ended(second)
    const other = (await core.call('turn.start', { chatId: kept, parentTurnId: null, message: [{ origin: 'pasted', text: shared, vouched: true }] })).turnId
    await core.ended(other)
    const headers = atDatabase(dataDirectory, (database) => database.prepare('SELECT position, header, chain FROM events ORDER BY position').all())
    await core.call('chat.delete', { chatId: doomed })
    assert.deepEqual(await core.call('chat.search', { query: 'zwetschgenwords', limit: 5 }), [])
    time.pass(11_000)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual((await core.call('turn.read', { turnIds: [turn] }))[0]?.events.map(({ event }) => [event.meta, event.body]).flat().filter((layer) => layer !== null), [])
    const part = (await core.call('turn.read', { turnIds: [other] }))[0]?.events[0]?.event
    const text = part?.kind === 'turn.started' ? part.body?.message[0]?.text : undefined
    assert.ok(text !== undefined && 'blob' in text)
    assert.equal((await core.call('blob.read', { digest: text.blob })).text, shared)
    assert.deepEqual(atDatabase(dataDirectory, (database) => database.prepare('SELECT position, header, chain FROM events ORDER BY position').all()), headers)
    assert.equal(atDatabase(dataDirectory, (database) => database.prepare('SELECT count(*) FROM blobs').pluck().get()), 1)
    await core.close()
    for (const word of ['zwetschgenwords', 'quittenwords']) assert.ok(!bytesHold(dataDirectory, word), `${word} is still in a file`)
  })

  test('is carried out after a restart within the undo window as well', async () => {
    const dataDirectory = join(folder, 'restart')
    const first = await startCustom([{ text: 'hi' }], { dataDirectory })
    const chat = await first.newChat()
    const turn = await first.say(chat, 'birnenwords')
    await first.ended(turn)
    await first.call('chat.delete', { chatId: chat })
    await first.close()
    const time = movableClock()
    const core = await startCustom([], { dataDirectory, clock: time.clock })
    assert.notEqual((await core.call('turn.read', { turnIds: [turn] }))[0]?.events[0]?.event.body, null)
    time.pass(12_000)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal((await core.call('turn.read', { turnIds: [turn] }))[0]?.events[0]?.event.body, null)
    await core.close()
  })

  test('of two chats leaves no timer behind when Gatehouse closes', async () => {
    const time = movableClock()
    const core = await startCustom([], { clock: time.clock })
    const [one, two] = [await core.newChat(), await core.newChat()]
    await core.call('chat.delete', { chatId: one })
    await core.call('chat.delete', { chatId: two })
    await core.close()
    assert.equal(time.waiting.size, 0)
  })

  test('while a message is on its way into it: either the message is refused, or its turn is stopped', async () => {
    const core = await startCustom([calls(['probe__look', { name: 'r', hold: true, deaf: true }], ['probe__wipe', { name: 'a' }])], {})
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    await core.question(turn)
    await core.probe.logged('start r')
    const sending = core.call('turn.start', { chatId: chat, parentTurnId: turn, message: [{ origin: 'typed', text: 'more', vouched: true }] })
    const deleting = core.call('chat.delete', { chatId: chat })
    await assert.rejects(sending, { code: 'input.not-found' })
    await deleting
    const status = await core.until('status.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(status.kind === 'snapshot' ? [status.rows[0]?.turnsRunning, status.rows[0]?.openQuestions] : null, [0, 0])
    await core.close()
  })
})

describe('what windows watch', () => {
  test('standing approvals that ended with their turn are gone from a window that was open all the time', async () => {
    const core = await startCustom([calls(['probe__stranger', { name: 's' }]), calls(['probe__change', { name: 'w', hold: true }])], {})
    const items: Item<'standing.watch'>[] = []
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    let onChanged: () => void = () => undefined
    const changed = new Promise<void>((resolve) => { onChanged = resolve })
    const end = core.watch('standing.watch', {}, (item) => {
      items.push(item)
      if (item.kind === 'changed') onChanged()
    })
    const gone = core.until('standing.watch', {}, (item) => item.kind === 'removed')
    await core.call('turn.answer', { turnId: turn, callId: question.callId, question: question.question, digest: question.digest, answer: { kind: 'approve-standing', scope: 'turn', times: 5 } })
    await changed
    await core.probe.logged('start w')
    core.probe.release('w')
    await core.ended(turn)
    await gone
    end()
    assert.deepEqual(items.map(({ kind }) => kind), ['snapshot', 'changed', 'removed'])
    await core.close()
  })

  test('a window that has everything is told where it stands', async () => {
    const core = await startCustom([{ text: 'hi' }], {})
    const turn = await core.say(await core.newChat(), 'go')
    const { seq } = await core.ended(turn)
    const item = await core.until('turn.watch', { turnId: turn, after: seq }, () => true)
    assert.deepEqual(item, { kind: 'synced', seq })
    await core.close()
  })

  test('the questions of other turns are shown although one turn can’t be read', async () => {
    const dataDirectory = join(folder, 'damaged')
    const first = await startCustom([calls(['probe__wipe', { name: 'a' }])], { dataDirectory })
    const [broken, whole] = [await first.say(await first.newChat(), 'go'), await first.say(await first.newChat(), 'go')]
    await first.question(broken)
    await first.question(whole)
    await first.close()
    atDatabase(dataDirectory, (database) => database.prepare(`UPDATE event_content SET body = replace(body, '"name', '"nome') WHERE position IN (SELECT position FROM events WHERE turn_id = ? AND kind = 'tool.called')`).run(broken))
    const core = await startCustom([], { dataDirectory })
    const shown = await core.until('questions.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(shown.kind === 'snapshot' ? shown.rows.map(({ turnId }) => turnId) : null, [whole])
    const [read] = await core.call('turn.read', { turnIds: [broken] })
    assert.match(read?.problem ?? '', /can't be read/)
    await core.close()
  })

  test('a window that looks on while Gatehouse closes gets no item from a closed database', async () => {
    const core = await startCustom([{ text: 'hi' }], {})
    const chat = await core.newChat()
    core.watch('chats.watch', {}, () => undefined)
    core.watch('status.watch', {}, () => undefined)
    await core.call('chat.rename', { chatId: chat, title: 'Named' })
    const failures: unknown[] = []
    const note = (error: unknown): void => { failures.push(error) }
    process.on('uncaughtException', note)
    await core.close()
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    process.off('uncaughtException', note)
    assert.deepEqual(failures, [])
  })
})

test('a message in a long chat takes no longer for every message before it', { timeout: 60_000 }, async () => {
  const core = await startCustom(Array.from({ length: 1 }, () => ({ text: 'Yes.' })), { clock: systemClock })
  const chat = await core.newChat()
  let leaf: Awaited<ReturnType<typeof core.say>> | null = null
  const timeOf = async (count: number): Promise<number> => {
    const before = performance.now()
    for (let index = 0; index < count; index += 1) {
      leaf = (await core.call('turn.start', { chatId: chat, parentTurnId: leaf, message: [{ origin: 'typed', text: `message ${index}`, vouched: true }] })).turnId
      await core.ended(leaf)
    }
    return (performance.now() - before) / count
  }
  await timeOf(20)
  const early = await timeOf(50)
  await timeOf(880)
  const late = await timeOf(50)
  assert.ok(late < 10 + early * 6, `a turn took ${early.toFixed(1)} ms at first and ${late.toFixed(1)} ms after a thousand`)
  await core.close()
})
