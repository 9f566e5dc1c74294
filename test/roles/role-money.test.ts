import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusOf } from '../../shared/turn-state.ts'
import type { TurnId } from '../../shared/ids.ts'
import type { ModelProfile } from '../../shared/model-profile.ts'
import { startRoleCore, unattended } from './role-core.ts'

const PRICED: ModelProfile = {
  adapter: 'anthropic', name: 'script', contextWindow: null, maxOutputTokens: null, prices: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }, certified: 'full',
  baseUrl: 'http://127.0.0.1:9', model: 'script', key: { kind: 'none' }, keyHeader: 'x-api-key',
}
const DAY = 150_000

void test('twenty runs of one role at once never spend more than the role may in a day; another role goes on', async () => {
  const frugal = unattended([], { id: 'test:frugal', name: 'Frugal', moneyPerDay: DAY, maxConcurrentRuns: null })
  const other = unattended([], { id: 'test:other', name: 'Other' })
  const core = await startRoleCore([{ text: 'hi', hold: true }], [frugal, other], { settings: { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } } })
  await core.call('model.save', { profile: PRICED, isNew: true })
  const turns: TurnId[] = []
  for (let run = 0; run < 20; run += 1) turns.push(await core.start(frugal))
  const states = await Promise.all(turns.map((turnId) => core.state(turnId)))
  const waiting = states.filter((state) => statusOf(state) === 'paused' && state.paused?.cap === 'money-per-day-and-role').length
  assert.ok(waiting >= 15 && waiting < 20, `${waiting} wait`)
  const spent = async (): Promise<number> => (await core.call('budget.history', { days: 1 })).spenders.find(({ kind, id }) => kind === 'role' && id === frugal.id)?.money ?? 0
  assert.ok(await spent() > 0 && await spent() <= DAY, `${await spent()} of ${DAY}`)
  assert.equal(statusOf(await core.state(await core.start(other))), 'running')
  for (const turnId of turns) await core.call('turn.stop', { turnId })
  assert.ok(await spent() > 0 && await spent() <= DAY, 'a stopped step that recorded nothing counts whole')
  await core.close()
})
