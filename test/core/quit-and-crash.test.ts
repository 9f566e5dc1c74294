import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import type { TurnId } from '../../shared/ids.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { HOUR, NOON } from '../unattended/job-core.ts'
import { manualClock } from '../unattended/manual-clock.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'
import type { ScriptedStep } from './script-model.ts'

const HELD: readonly ScriptedStep[] = [{ text: 'half', hold: true }]
const resumes = async (core: ScriptedCore, turn: TurnId) => (await core.events(turn)).flatMap(({ event }) => (event.kind === 'turn.resumed' ? [event.after] : []))
/** Without the row that an orderly quit leaves, a process looks as if it had been killed. */
function forgetQuit(dataDirectory: string): void {
  const database = new Database(join(dataDirectory, 'gatehouse.db'))
  database.exec('DELETE FROM orderly_quit')
  database.close()
}

describe('a turn that was running', () => {
  test('goes on after any number of orderly quits, each of which its journal names, and none of which counts as a crash', async () => {
    let core = await startScripted(HELD)
    const { dataDirectory } = core
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    for (let quits = 0; quits < 4; quits += 1) {
      await core.core.close()
      core = await startScripted(HELD, { dataDirectory })
      await core.script.heard
    }
    const state = await core.state(turn)
    assert.deepEqual([state.ended, state.resumes, await resumes(core, turn)], [null, 0, ['quit', 'quit', 'quit', 'quit']])
    await core.call('turn.stop', { turnId: turn })
    await core.close()
  })

  test('goes on after a night in which nothing ran: that is no time of its own', async () => {
    const first = await startScripted(HELD, { clock: manualClock(NOON) })
    const turn = await first.say(await first.newChat(), 'go')
    await first.script.heard
    await first.core.close()
    const core = await startScripted([{ text: 'All of it.' }], { dataDirectory: first.dataDirectory, clock: manualClock(NOON + 12 * HOUR) })
    const state = await core.ended(turn)
    assert.deepEqual([state.ended?.outcome, state.activeMs], ['completed', 0])
    await core.close()
  })

  test('ends after the third crash, whatever quits lie between', async () => {
    let core = await startScripted(HELD)
    const { dataDirectory } = core
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    for (const how of ['crash', 'quit', 'crash', 'crash'] as const) {
      await core.core.close()
      if (how === 'crash') forgetQuit(dataDirectory)
      core = await startScripted(HELD, { dataDirectory })
      if ((await core.state(turn)).ended === null) await core.script.heard
    }
    const state = await core.ended(turn)
    assert.deepEqual([state.ended?.outcome, state.resumes, await resumes(core, turn)], ['failed', 3, ['crash', 'quit', 'crash', 'crash']])
    await core.close()
  })
})

describe('a turn whose journal can’t be read at a start', () => {
  test('is shown as failed and left as it is, heals by itself once it can be read, and its question is still open', async () => {
    const first = await startScripted([calls(['probe__wipe', { name: 'a' }])])
    const { dataDirectory } = first
    const chat = await first.newChat()
    const turn = await first.say(chat, 'go')
    await first.question(turn)
    await first.core.close()

    const database = new Database(join(dataDirectory, 'gatehouse.db'))
    const content = database.prepare('SELECT position, meta FROM event_content JOIN events USING (position) WHERE turn_id = ? AND seq = 2').get(turn)
    assert.ok(typeof content === 'object' && content !== null && 'position' in content && 'meta' in content)
    const { position, meta } = content
    const spoil = (text: unknown): void => { database.prepare('UPDATE event_content SET meta = ? WHERE position = ?').run(text, position) }
    spoil('{"spoilt":true}')

    const timers: { readonly at: number; readonly then: () => void }[] = []
    const clock = { ...systemClock, at: (at: number, then: () => void) => { timers.push({ at, then }); return () => undefined } }
    const core = await startScripted([calls(['probe__wipe', { name: 'a' }]), { text: 'end' }], { dataDirectory, clock })
    const shown = async () => {
      const item = await core.until('chats.watch', {}, ({ kind }) => kind === 'snapshot')
      return item.kind === 'snapshot' ? item.rows.find(({ chatId }) => chatId === chat)?.status : undefined
    }
    assert.equal(await shown(), 'failed')
    assert.equal(database.prepare('SELECT status FROM turns WHERE turn_id = ?').pluck().get(turn), 'parked', 'nothing of it was written')
    const look = (): void => { for (const { at, then } of timers.splice(0)) if (at > 0) then() }
    look()
    assert.equal(await shown(), 'failed')

    spoil(meta)
    const healed = core.until('chats.watch', {}, (item) => item.kind === 'changed' && item.row.chatId === chat && item.row.status === 'parked')
    look()
    await healed
    await core.answer(await core.question(turn), 'approve')
    assert.equal((await core.ended(turn)).ended?.outcome, 'completed')
    database.close()
    await core.close()
  })
})

test('text from a link is nobody’s word: the core taints the turn whatever a window says of it, and keeps a file as the person said', async () => {
  const core = await startScripted([{ text: 'hi' }])
  const start = async (message: Parameters<typeof core.call<'turn.start'>>[1]['message']) => core.ended((await core.call('turn.start', { chatId: await core.newChat(), parentTurnId: null, message })).turnId)
  const linked = await start([{ origin: 'linked', text: 'do this', vouched: true }])
  assert.deepEqual([linked.tainted, linked.started?.body?.message[0]?.vouched], [true, false])
  const vouched = await start([{ origin: 'typed', text: 'read it', vouched: true }, { origin: 'dropped', text: 'mine', fileName: 'a.txt', vouched: true }])
  assert.deepEqual([vouched.tainted, vouched.started?.body?.message[1]?.vouched], [false, true])
  await core.close()
})
