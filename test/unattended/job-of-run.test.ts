import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJobStore } from '../../electron/core/unattended/job-store.ts'
import { TurnId } from '../../shared/ids.ts'
import { emptyTurn, type TurnState } from '../../shared/turn-state.ts'
import type { TurnEventOf } from '../../shared/turn-event.ts'
import { callId, started } from '../shared/turn-events.ts'
import { openPlace } from '../store/store-place.ts'

test('a run is a job’s by its own role, or by that of the run at the top of those that handed work on', () => {
  const place = openPlace()
  const run = (name: string, role: string, by?: TurnState): TurnState => {
    const change: Partial<TurnEventOf<'turn.started'>> = { role, ...(by === undefined ? {} : { delegatedBy: { turnId: by.turnId, callId: callId(name) } }) }
    return place.journal.append(emptyTurn(TurnId.parse(`turn_${name}`)), [started(change)], { durable: false }).state
  }
  const { jobOfRun } = createJobStore(place.database)
  const top = run('top', 'job:job_a:lead')
  const middle = run('middle', 'coworker:reader', top)
  const talk = run('talk', 'person-chat')
  const states = [top, middle, run('low', 'coworker:lister', middle), talk, run('below', 'coworker:reader', talk), run('alone', 'coworker:reader'), emptyTurn(TurnId.parse('turn_new'))]
  assert.deepEqual(states.map(jobOfRun), ['job_a', 'job_a', 'job_a', null, null, null, null])
})
