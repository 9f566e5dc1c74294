import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { TurnId } from '../../shared/ids.ts'
import { NO_FILTER } from '../../shared/run-log.ts'
import { newPlace } from '../store/store-place.ts'
import { callAt, childOf, hand, resultOf, startTeam } from './team-core.ts'

const SCRIPTS = { go: [hand('count roses'), { text: 'Done.' }], 'count roses': [{ text: 'Seven.' }] }

/** Leaves a data directory as it is when the process is killed at that moment. */
function killedAt(moment: string): { readonly dataDirectory: string; readonly turnId: TurnId } {
  const dataDirectory = newPlace()
  const { stdout, signal } = spawnSync(process.execPath, [join(import.meta.dirname, 'delegation-child.ts'), dataDirectory, moment], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  assert.equal(signal, 'SIGKILL')
  return { dataDirectory, turnId: TurnId.parse(stdout.trim()) }
}

describe('kill -9 while a run waits for the run that its call started', () => {
  for (const [moment, what] of [['run-not-begun', 'before that was stored'], ['run-at-work', 'while that is at work'], ['run-ended', 'after that ended and before it was told']] as const) {
    test(`${what}: there is one run for the call, and it is joined`, async () => {
      const { dataDirectory, turnId } = killedAt(moment)
      const core = await startTeam(SCRIPTS, { dataDirectory })
      const state = await core.ended(turnId)
      assert.deepEqual([state.ended?.outcome, resultOf(state), state.resumes], ['completed', 'Seven.', 0])
      const runs = (await core.call('runs.list', { filter: NO_FILTER, offset: 0, limit: 10 })).rows
      assert.deepEqual(runs.map(({ id, status }) => [id, status]).sort(), [[turnId, 'completed'], [childOf(state), 'completed']].sort())
      const chats = await core.until('chats.watch', {}, ({ kind }) => kind === 'snapshot')
      assert.equal(chats.kind === 'snapshot' ? chats.rows.length : 0, 2, 'no chat was left without a run')
      const call = callAt(state, 0)
      assert.equal((await core.events(turnId)).filter(({ event }) => event.kind === 'tool.started').length, 1)
      assert.ok(call.status === 'done' && (call.ended.meta?.spent?.tokens ?? 0) > 0)
      await core.close()
    })
  }

  test('after the waiting one was stopped: the other is stopped as well, and does nothing more', async () => {
    const { dataDirectory, turnId } = killedAt('run-stopped')
    const core = await startTeam(SCRIPTS, { dataDirectory })
    const state = await core.state(turnId)
    const child = await core.ended(childOf(state) ?? assert.fail())
    assert.deepEqual([state.ended?.outcome, child.ended?.outcome, core.tasks.requests.get('count roses')?.length], ['stopped', 'stopped', 0])
    await core.close()
  })
})
