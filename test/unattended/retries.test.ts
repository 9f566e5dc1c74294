import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../shared/errors.ts'
import type { TurnId } from '../../shared/ids.ts'
import type { RunRow } from '../../shared/run-log.ts'
import { NO_FILTER } from '../../shared/run-log.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { NO_USAGE } from '../../shared/usage.ts'
import type { ModelPort, ModelRequest } from '../../electron/core/model/model.ts'
import { decideRetry } from '../../electron/core/unattended/decide-retry.ts'
import type { LiveCore } from '../core/live-core.ts'
import { calls } from '../core/scripted-core.ts'
import { probeTool, startRoleCore, unattended } from '../roles/role-core.ts'
import { newPlace } from '../store/store-place.ts'

/** Fails as often as it is told to, then says that it is done. */
function failing(times: number, code: 'model.unavailable' | 'model.unauthorized' = 'model.unavailable'): { readonly model: ModelPort; readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  async function* stream(request: ModelRequest): ReturnType<ModelPort['stream']> {
    requests.push(request)
    if (requests.length <= times) throw new AppError(code, 'The service is away.')
    yield { type: 'text', text: 'Done.' }
    yield { type: 'ended', stopReason: 'end_turn', usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 } }
  }
  return { model: { stream }, requests }
}

const run = async (core: LiveCore, turnId: TurnId): Promise<RunRow> => (await core.call('run.show', { turnId })).run
const nextAttempt = (core: LiveCore, turnId: TurnId): Promise<TurnId> => new Promise((resolve, reject) => {
  core.watch('runs.watch', {}, () => { run(core, turnId).then(({ nextAttempt: next }) => { if (next !== null) resolve(next) }, reject) })
})
const TWICE = unattended(['look', 'change'], { attempts: 2, drafts: { folder: null, tools: [probeTool('change')] } })

describe('a run whose model fails', () => {
  test('is tried again beside it, says whose attempt it is, and after the last one no more', async () => {
    const model = failing(2)
    const core = await startRoleCore([], [TWICE], { additions: { models: new Map([['failing', model.model]]) } })
    const turnId = await core.start(TWICE, { model: 'failing', message: [{ origin: 'pasted', text: 'look at this', vouched: false }] })
    const first = await core.ended(turnId)
    const second = await core.ended(await nextAttempt(core, turnId))
    assert.deepEqual([first.ended?.outcome, second.ended?.outcome, model.requests.length], ['failed', 'failed', 2])
    assert.deepEqual([second.started?.retryOf, second.started?.chatId, second.started?.role, second.started?.tainted, second.taint.map(({ label }) => label)],
      [{ turnId, attempt: 2 }, first.started?.chatId, TWICE.id, true, ['text that was pasted']])
    assert.deepEqual([(await run(core, second.turnId)).origin, (await run(core, second.turnId)).nextAttempt], [{ kind: 'retry', turnId, attempt: 2 }, null])
    assert.equal((await core.call('runs.list', { filter: NO_FILTER, offset: 0, limit: 10 })).rows.length, 2)
    await core.close()
  })

  test('has nothing in its next attempt that the one before it was not told of, whatever its role has by then', async () => {
    const model = failing(1)
    const role = unattended(['look', 'change'], { attempts: 2 })
    const roles = [role]
    const widening: ModelPort = { stream: (...request) => { roles[0] = { ...role, ceiling: ['look', 'stranger'].map(probeTool) }; return model.model.stream(...request) } }
    const core = await startRoleCore([], roles, { additions: { models: new Map([['failing', widening]]) } })
    const turnId = await core.start(role, { model: 'failing' })
    const second = await core.ended(await nextAttempt(core, turnId))
    assert.deepEqual(second.steps[0]?.started.meta?.offered.map(({ tool }) => tool), ['look'])
    assert.deepEqual(second.started?.meta?.narrowed?.tools, [probeTool('look')])
    await core.close()
  })

  test('is not tried again where the service refuses the key, where the person stops it, or where one attempt is all', async () => {
    const model = failing(9, 'model.unauthorized')
    const once = { ...unattended(['look']), id: 'test:once' }
    const core = await startRoleCore([{ hold: true }], [TWICE, once], { additions: { models: new Map([['refusing', model.model], ['failing', failing(9).model]]) } })
    const refused = await core.runIn(TWICE, { model: 'refusing' })
    const single = await core.runIn(once, { model: 'failing' })
    const stopped = await core.start(TWICE)
    await core.script.heard
    await core.call('turn.stop', { turnId: stopped })
    await new Promise((resolve) => { setImmediate(resolve) })
    for (const turnId of [refused.turnId, single.turnId, stopped]) assert.equal((await run(core, turnId)).nextAttempt, null)
    await core.close()
  })

  test('is tried again after a start where the process died between its end and the next attempt', async () => {
    const dataDirectory = newPlace()
    const before = await startRoleCore([], [{ ...TWICE, attempts: 1 }], { dataDirectory, additions: { models: new Map([['failing', failing(9).model]]) } })
    const failed = await before.runIn(TWICE, { model: 'failing' })
    await before.close()
    const core = await startRoleCore([], [TWICE], { dataDirectory, additions: { models: new Map([['failing', failing(0).model]]) } })
    const second = await core.ended(await nextAttempt(core, failed.turnId))
    assert.deepEqual([second.ended?.outcome, second.started?.retryOf?.turnId], ['completed', failed.turnId])
    await core.close()
  })
})

describe('what is decided of a run that ended', () => {
  const LIMITS = { attempts: 2, limits: TWICE.limits }
  const failed = async (): Promise<TurnState> => {
    const core = await startRoleCore([calls(['probe__look', { name: 'a' }])], [TWICE])
    const state = await core.runIn(TWICE)
    await core.close()
    return { ...state, resumes: 3, ended: { kind: 'turn.ended', version: 1, at: 1, outcome: 'failed', meta: { limit: null, errorCode: null }, body: null } }
  }

  test('rests on how it ended, on whose it is, and on what is left of its money', async () => {
    const run = await failed()
    const { started } = run
    assert.ok(started !== null)
    const again = (state: TurnState, spent: number | null = 0, money: number | null = null) => decideRetry(state, { ...LIMITS, limits: { ...LIMITS.limits, money } }, spent).again
    assert.equal(again(run), true, 'the limit of crashes')
    assert.equal(again({ ...run, resumes: 0 }), false, 'nothing that passes')
    for (const outcome of ['completed', 'stopped', 'refused', 'out-of-limits'] as const) assert.equal(again({ ...run, ended: { kind: 'turn.ended', version: 1, at: 1, outcome, meta: { limit: null, errorCode: null }, body: null } }), false, outcome)
    assert.equal(again({ ...run, ended: { kind: 'turn.ended', version: 1, at: 1, outcome: 'failed', meta: { limit: null, errorCode: 'internal.bug' }, body: null } }), false, 'a bug')
    assert.equal(again({ ...run, started: { ...started, branch: { origin: run.turnId, fromStep: 1, mode: 'live' } } }), false, 'a branch')
    const [call] = run.calls.keys()
    assert.ok(call !== undefined)
    assert.equal(again({ ...run, started: { ...started, delegatedBy: { turnId: run.turnId, callId: call } } }), false, 'delegated')
    assert.equal(again({ ...run, started: { ...started, retryOf: { turnId: run.turnId, attempt: 2 } } }), false, 'the second of two')
    assert.equal(again({ ...run, steps: run.steps.map((step) => ({ ...step, started: { ...step.started, meta: null } })) }), false, 'what it ran with is not kept')
    assert.deepEqual([again(run, 99, 100), again(run, 100, 100), again(run, null, 100)], [true, false, false])
    const decision = decideRetry(run, { ...LIMITS, limits: { ...LIMITS.limits, money: 100 } }, 40)
    assert.ok(decision.again)
    assert.deepEqual([decision.money, decision.narrowed.tools], [60, [probeTool('look'), probeTool('change')]])
    const unbegun = decideRetry({ ...run, steps: [] }, LIMITS, 0)
    assert.deepEqual(unbegun.again ? unbegun.narrowed.tools : 'no', null, 'nothing ran, so there is nothing to keep to')
  })
})
