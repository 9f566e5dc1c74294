import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { calls } from '../core/scripted-core.ts'
import { refuseEvents, startCustom } from './custom-core.ts'

describe('a store that takes no answer', () => {
  test('when the person approves: it isn’t decided, nothing runs, they are told, and the question is asked again after a restart', async () => {
    const core = await startCustom([calls(['probe__wipe', { name: 'w' }]), { text: 'Done.' }], {})
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    const allow = refuseEvents(core.dataDirectory, 'approval.answered')
    await assert.rejects(core.answer(question, 'approve'), ({ message }: Error) => message.length > 0)
    assert.deepEqual(core.probe.log, [])
    assert.ok(!(await core.events(turn)).some(({ event }) => event.kind === 'approval.answered'))
    allow()
    await core.core.close()
    const again = await startCustom([calls(['probe__wipe', { name: 'w' }]), { text: 'Done.' }], { dataDirectory: core.dataDirectory })
    const asked = await again.question(turn)
    assert.deepEqual([asked.callId, asked.question, asked.digest], [question.callId, question.question, question.digest])
    assert.deepEqual(await again.answer(asked, 'approve'), { status: 'accepted' })
    await again.ended(turn)
    assert.deepEqual(again.probe.log, ['start w', 'end w'])
    await again.close()
  })

  test('a run with an event of a newer version is shown up to there, read-only, with the reason, and checked no further', async () => {
    const core = await startCustom([calls(['probe__look', { name: 'a' }]), { text: 'Done.' }], {})
    const turn = await core.say(await core.newChat(), 'go')
    const before = await core.ended(turn)
    const other = new Database(join(core.dataDirectory, 'gatehouse.db'))
    other.exec(`DROP TRIGGER events_never_change; UPDATE events SET header = replace(header, '"version":1', '"version":2') WHERE turn_id = '${turn}' AND seq = 4`)
    other.close()
    const shown = await core.call('run.show', { turnId: turn })
    assert.deepEqual([shown.events.length, shown.left], [3, before.seq - 3])
    assert.match(shown.problem ?? '', /^Event 4: This run has events from a newer Gatehouse/u)
    const check = await core.call('run.check', { turnId: turn })
    assert.ok(check.state === 'not-kept' && /newer Gatehouse/u.test(check.sentence), JSON.stringify(check))
    await core.close()
  })
})
