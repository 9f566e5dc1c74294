import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { reviewerRole } from '../../electron/core/goals/agent-role.ts'
import { reviewMoney, type ReviewLimits } from '../../electron/core/goals/review-money.ts'
import { reviewerProblem } from '../../electron/core/goals/reviewer-problem.ts'
import { PLAIN_REVIEWER } from '../../electron/core/goals/worker-store.ts'
import { BUILT_IN_ROLES, GOAL_AGENT, GOAL_REVIEWER, OWN_WRITES } from '../../electron/core/roles/built-in-roles.ts'
import type { GoalReviewerProfile } from '../../shared/goal.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { Role } from '../../shared/role.ts'
import { PRICES } from '../core/script-profile.ts'
import { newPlace } from '../store/store-place.ts'
import { HOUR, NOON } from '../unattended/job-core.ts'
import { manualClock } from '../unattended/manual-clock.ts'
import { startGoals, type GoalCore } from './goal-core.ts'

const LOOK = { connectorId: ConnectorId.parse('probe'), tool: 'look' }
const GRANT = { connectors: [ConnectorId.parse('mcp-mail')], skills: [], allowance: null }

test('a reviewer that has anything but its words is one that the code refuses, each with its sentence', () => {
  assert.equal(reviewerProblem(GOAL_REVIEWER, null), null)
  const { limits } = GOAL_REVIEWER
  const violations: readonly (readonly [Partial<Role>, RegExp])[] = [
    [{ ceiling: [LOOK] }, /has tools/], [{ ceiling: 'everything' }, /has tools/],
    [{ ceiling: { connectors: 'any', classes: ['read'], named: [] } }, /has tools/], [{ ceiling: { connectors: [], classes: [], named: [] } }, /has tools/], [{ ceiling: { all: [{ of: '', set: [] }] } }, /has tools/],
    [{ onReadOnlyModel: [LOOK] }, /model certified for reading only/], [{ limits: { ...limits, toolsOffered: 1 } }, /described/],
    [{ drafts: { folder: 'reviews', tools: [] } }, /drafts/], [{ drafts: { folder: null, tools: [...OWN_WRITES] } }, /drafts/],
    [{ hosts: ['a.example'] }, /hosts/], [{ egressTools: [LOOK] }, /hosts/], [{ delegationDepth: 1 }, /delegate/], [{ allowance: { perRun: 1, perDay: 1 } }, /grant/],
    [{ mayAsk: true }, /ask/], [{ kind: 'person' }, /ask/], [{ kind: 'webhook' }, /ask/], [{ attempts: 2 }, /more than once/], [{ maxConcurrentRuns: 2 }, /more than one/], [{ maxConcurrentRuns: null }, /more than one/],
    [{ limits: { ...limits, steps: 3 } }, /model steps/], [{ limits: { ...limits, money: 100_001 } }, /spend/], [{ limits: { ...limits, money: null } }, /spend/], [{ moneyPerDay: 250_001 }, /spend/], [{ moneyPerDay: null }, /spend/],
  ]
  for (const [change, sentence] of violations) assert.match(reviewerProblem({ ...GOAL_REVIEWER, ...change }, null) ?? 'nothing', sentence, JSON.stringify(change))
  assert.match(reviewerProblem(GOAL_REVIEWER, GRANT) ?? '', /grant/)
  for (const role of BUILT_IN_ROLES) assert.equal(reviewerProblem(role, null) === null, role === GOAL_REVIEWER, role.id)
  const profiles: readonly Partial<GoalReviewerProfile>[] = [{ tools: [LOOK] }, { grant: GRANT }, { maxDelegationDepth: 1 }]
  for (const change of profiles) { const profile = { ...PLAIN_REVIEWER, ...change }; assert.notEqual(reviewerProblem(reviewerRole(profile), profile.grant), null, JSON.stringify(change)) }
})

test('what a review may cost is never more than is left of the smaller of both days, and nothing where that is unknown', () => {
  const limits: ReviewLimits = { perReview: 100_000, perDay: 250_000, globalPerRun: null, globalPerDay: null }
  const money = (change: Partial<ReviewLimits>, reviews: number, all = reviews) => reviewMoney({ ...limits, ...change }, { reviews, all })
  assert.deepEqual(money({}, 0), { money: 100_000 })
  assert.deepEqual(money({}, 200_000), { money: 50_000 })
  assert.deepEqual(money({}, 250_000), { why: 'No review runs: what reviews may cost a day is used up.' })
  assert.deepEqual(money({ globalPerDay: 40_000 }, 0), { money: 40_000 })
  assert.deepEqual(money({ globalPerDay: 40_000 }, 40_000), { why: 'No review runs: what reviews may cost a day is used up.' })
  assert.deepEqual(money({ globalPerDay: 900_000 }, 0, 900_000), { why: 'No review runs: what may be spent a day is used up.' })
  assert.deepEqual(money({ globalPerDay: 900_000 }, 0, 870_000), { money: 30_000 })
  assert.deepEqual(money({ globalPerRun: 20_000 }, 0), { money: 20_000 })
  for (const odd of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY]) assert.deepEqual(money({}, odd), { why: 'No review runs: what was spent today can’t be read.' })
  assert.deepEqual(reviewMoney(limits, null), { why: 'No review runs: what was spent today can’t be read.' })
})

describe('a review', () => {
  test('reads the goal with no tools on the wire, and is kept as a model’s', async () => {
    const core = await startGoals([{ text: 'It comes along.' }], { on: ['notes', 'skills', 'transcripts'] })
    await core.call('connector.switch', { connectorId: ConnectorId.parse('goals'), on: true })
    const { goalId, steps: [stepId] } = await core.make(['Read them'])
    await core.call('goal.mark-step', { goalId, stepId: stepId ?? 0, state: 'done' })
    await core.call('goal.add-note', { goalId, text: 'Ann helped' })
    const { turnId } = await core.call('goal.review', { goalId })
    const state = await core.ended(turnId)
    assert.deepEqual([core.script.requests.length, core.script.requests[0]?.tools, core.script.requests[0]?.toolChoice], [1, [], undefined])
    assert.deepEqual([state.started?.role, state.started?.turnKind, state.started?.meta?.limits.steps, state.started?.meta?.limits.money, state.started?.meta?.limits.toolsOffered], ['goal-reviewer', 'job', 2, 100_000, 0])
    assert.match(JSON.stringify(core.script.requests[0]?.messages), /1\. \[done\] Read them.*by the person:\\nAnn helped/)
    const goal = await core.goalWhen(goalId, ({ reviews }) => reviews[0]?.state === 'written')
    assert.deepEqual(goal.reviews.map(({ text, why, taint }) => [text, why, taint]), [['It comes along.', null, []]])
    const reviewId = goal.reviews[0]?.id ?? 0
    await core.call('goal.delete-review', { goalId, reviewId })
    assert.deepEqual((await core.view(goalId)).reviews, [])
    await core.call('goal.restore-review', { goalId, reviewId })
    assert.equal((await core.view(goalId)).reviews.length, 1)
    await core.close()
  })

  test('calls nothing even where its model tries, and one that says nothing is told as failed', async () => {
    const core = await startGoals([{ calls: [{ tool: 'notes__list_notes', args: {} }] }, { calls: [{ tool: 'goals__add_progress_note', args: { id: 1, text: 'x' } }] }])
    const { goalId } = await core.make([])
    const state = await core.ended((await core.call('goal.review', { goalId })).turnId)
    assert.deepEqual([...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : null)), ['ceiling', 'unknown-tool'])
    assert.deepEqual((await core.view(goalId)).reviews.map(({ state: how, text }) => [how, text]), [['failed', null]])
    assert.deepEqual((await core.view(goalId)).notes, [])
    await core.close()
  })

  test('is never written by a reviewer that was given something: it isn’t saved, and one that is stored isn’t started', async () => {
    const dataDirectory = newPlace()
    const first = await startGoals([], { dataDirectory })
    for (const change of [{ tools: [LOOK] }, { grant: GRANT }, { maxDelegationDepth: 1 }]) await assert.rejects(first.call('goal-reviewer.save', { profile: { ...PLAIN_REVIEWER, ...change } }), { code: 'goal.refused', kept: 'The reviewer is as it was.' })
    await first.call('goal-reviewer.save', { profile: { ...PLAIN_REVIEWER, model: 'practice' } })
    assert.deepEqual((await first.workers()).reviewer.profile, { ...PLAIN_REVIEWER, model: 'practice' })
    const { goalId } = await first.make([])
    await first.close()
    for (const [profile, sentence] of [[{ ...PLAIN_REVIEWER, tools: [LOOK] }, /has tools/], [{ ...PLAIN_REVIEWER, grant: GRANT }, /grant/], [{ ...PLAIN_REVIEWER, maxDelegationDepth: 2 }, /delegate/], [{ ...PLAIN_REVIEWER, later: 1 }, /can’t be read/]] as const) {
      write(dataDirectory, (database) => { database.prepare(`INSERT INTO goal_workers VALUES ('reviewer', ?, 1) ON CONFLICT DO UPDATE SET profile = excluded.profile`).run(JSON.stringify({ version: 1, profile })) })
      const core = await startGoals([{ text: 'never said' }], { dataDirectory })
      await assert.rejects(core.call('goal.review', { goalId }), { code: 'goal.refused', message: sentence })
      assert.deepEqual([core.script.requests, (await core.view(goalId)).reviews[0]?.state], [[], 'not-run'])
      assert.match((await core.view(goalId)).reviews[0]?.why ?? '', sentence)
      assert.match((await core.workers()).reviewer.problem ?? '', sentence)
      await core.close()
    }
  })

  test('doesn’t run where the owner of the machine has switched off runs without a person, nor with a model that has no price', async () => {
    const off = await startGoals([], { host: { environment: { GATEHOUSE_ALLOW_UNATTENDED: '0' } } })
    const { goalId } = await off.make([])
    await assert.rejects(off.call('goal.review', { goalId }), { code: 'goal.refused', message: /ALLOW_UNATTENDED/ })
    await off.close()
    const free = await startGoals([], { prices: { ...PRICES, output: null } })
    const made = await free.make([])
    await assert.rejects(free.call('goal.review', { goalId: made.goalId }), { code: 'goal.refused', message: /nobody said what “script” costs/ })
    await free.close()
  })
})

describe('reviews that come by themselves', () => {
  const ticking = async (steps: Parameters<typeof startGoals>[0], options: Parameters<typeof startGoals>[1] = {}) => {
    const clock = manualClock(NOON)
    return { clock, core: await startGoals(steps, { prices: PRICES, ...options, clock }) }
  }
  const written = (core: GoalCore, goalId: number, count: number) => core.goalWhen(goalId, ({ reviews }) => reviews.filter(({ state }) => state === 'written').length >= count)

  test('come after each interval, one at a time and open goals only; what passed while nobody ran them comes once', async () => {
    const { clock, core } = await ticking([{ text: 'So far so good.' }])
    const one = await core.make([], 'One')
    const two = await core.make([], 'Two')
    await core.call('goal.set-reviews', { goalId: one.goalId, hours: 6 })
    await core.call('goal.set-reviews', { goalId: two.goalId, hours: 24 })
    assert.deepEqual([(await core.view(one.goalId)).reviewDueAt, (await core.view(one.goalId)).reviews], [NOON + 6 * HOUR, []])
    clock.advance(6 * HOUR)
    const first = await written(core, one.goalId, 1)
    assert.deepEqual([first.reviewDueAt, (await core.view(two.goalId)).reviews], [NOON + 12 * HOUR, []])
    await core.call('goal.set-state', { goalId: two.goalId, state: 'archived' })
    clock.set(NOON + 100 * HOUR)
    assert.equal((await written(core, one.goalId, 2)).reviews.length, 2)
    assert.deepEqual((await core.view(two.goalId)).reviews, [])
    await core.call('goal.set-reviews', { goalId: one.goalId, hours: null })
    clock.advance(100 * HOUR)
    assert.deepEqual([(await core.view(one.goalId)).reviews.length, (await core.view(one.goalId)).reviewDueAt], [2, null])
    await core.close()
  })

  test('wait for the one that is being written, which a person’s doesn’t overtake', async () => {
    const { clock, core } = await ticking([{ text: 'half', hold: true }])
    const one = await core.make([], 'One')
    const two = await core.make([], 'Two')
    for (const { goalId } of [one, two]) await core.call('goal.set-reviews', { goalId, hours: 1 })
    clock.advance(HOUR)
    await core.script.heard
    assert.deepEqual([(await core.view(one.goalId)).live, (await core.view(two.goalId)).reviews], [{ what: 'review', status: 'running' }, []])
    await assert.rejects(core.call('goal.review', { goalId: two.goalId }), { code: 'turn.busy' })
    const turnId = (await core.view(one.goalId)).reviews[0]?.turnId ?? assert.fail()
    await core.call('turn.stop', { turnId })
    await core.goalWhen(two.goalId, ({ reviews }) => reviews[0]?.state === 'running')
    assert.deepEqual((await core.view(one.goalId)).reviews.map(({ state, why }) => [state, why]), [['failed', 'It was stopped.']])
    await core.call('goal.delete', { goalId: two.goalId })
    await core.call('goal.restore', { goalId: two.goalId })
    assert.equal((await core.view(two.goalId)).reviews[0]?.state, 'failed', 'what works on a goal that goes is stopped')
    await core.close()
  })

  test('stop at the day’s money, the smaller of both, and say why; the next day they go on', async () => {
    const { clock, core } = await ticking([{ text: 'ok' }], { settings: { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null, moneyPerDay: 60_000 } } })
    const { goalId } = await core.make([])
    assert.deepEqual([(await core.workers()).reviewer.perDay, (await core.workers()).reviewer.spentToday], [60_000, 0])
    await core.call('goal.review', { goalId })
    const [first] = (await written(core, goalId, 1)).reviews
    assert.equal((await core.state(first?.turnId ?? assert.fail())).started?.meta?.limits.money, 60_000)
    assert.equal((await core.workers()).reviewer.spentToday, 35)
    write(core.dataDirectory, (database) => { database.prepare(`UPDATE ledger SET used_money = 59999 WHERE role = 'goal-reviewer'`).run() })
    assert.equal((await core.workers()).reviewer.problem, null)
    write(core.dataDirectory, (database) => { database.prepare(`UPDATE ledger SET used_money = 60000 WHERE role = 'goal-reviewer'`).run() })
    await core.call('goal.set-reviews', { goalId, hours: 1 })
    clock.advance(HOUR)
    const [refused] = (await core.view(goalId)).reviews
    assert.deepEqual([refused?.state, refused?.why, refused?.turnId], ['not-run', 'No review runs: what reviews may cost a day is used up.', null])
    clock.set(NOON + 36 * HOUR)
    await written(core, goalId, 2)
    await core.close()
  })

  test('don’t run while today’s spend can’t be read, and the goal says so', async () => {
    const { clock, core } = await ticking([{ text: 'ok' }])
    const { goalId } = await core.make([])
    await core.call('goal.review', { goalId })
    await written(core, goalId, 1)
    await core.call('goal.set-reviews', { goalId, hours: 1 })
    const unreadable = 'No review runs: what was spent today can’t be read.'

    // The table is gone.
    write(core.dataDirectory, (database) => { database.exec('ALTER TABLE ledger RENAME TO elsewhere') })
    clock.advance(HOUR)
    const [gone] = (await core.view(goalId)).reviews
    assert.deepEqual([gone?.state, gone?.why, core.script.requests.length], ['not-run', unreadable, 1])
    assert.deepEqual([(await core.workers()).reviewer.problem, (await core.workers()).reviewer.spentToday], [unreadable, null])
    write(core.dataDirectory, (database) => { database.exec('ALTER TABLE elsewhere RENAME TO ledger') })
    clock.advance(HOUR)
    await written(core, goalId, 2)

    // Nobody knows what a step cost.
    write(core.dataDirectory, (database) => { database.exec(`UPDATE ledger SET prices = NULL WHERE role = 'goal-reviewer'`) })
    await assert.rejects(core.call('goal.review', { goalId }), { code: 'goal.refused', message: unreadable })
    write(core.dataDirectory, (database) => { database.exec(`UPDATE ledger SET prices = '{}' WHERE role = 'goal-reviewer'`) })

    // The clock was set back behind what was entered last: it doesn't know which day it is.
    clock.set(NOON - 24 * HOUR)
    await assert.rejects(core.call('goal.review', { goalId }), { code: 'goal.refused', message: unreadable })
    assert.equal((await core.view(goalId)).reviews[0]?.why, unreadable)
    await core.close()
  })

  test('go on over a restart: a review that was being written is finished, and one that was due meanwhile comes once', async () => {
    const clock = manualClock(NOON)
    const first = await startGoals([{ text: 'half', hold: true }], { prices: PRICES, clock })
    const { dataDirectory } = first
    const one = await first.make([], 'One')
    const two = await first.make([], 'Two')
    await first.call('goal.set-reviews', { goalId: two.goalId, hours: 2 })
    await first.call('goal.review', { goalId: one.goalId })
    await first.script.heard
    await first.core.close()
    const core = await startGoals([{ text: 'All of it.' }], { prices: PRICES, clock: manualClock(NOON + 9 * HOUR), dataDirectory })
    assert.equal((await written(core, one.goalId, 1)).reviews[0]?.text, 'All of it.')
    assert.deepEqual((await written(core, two.goalId, 1)).reviews.length, 1)
    assert.equal((await core.view(two.goalId)).reviewDueAt, NOON + 11 * HOUR)
    await core.close()
  })
})

test('the goal agent and the reviewer are on the role page as they would run', async () => {
  const core = await startGoals([])
  const { role, tools } = await core.call('role.explain', { roleId: GOAL_REVIEWER.id })
  assert.deepEqual([role, tools.filter(({ modelName }) => modelName !== null)], [GOAL_REVIEWER, []])
  assert.deepEqual((await core.call('role.explain', { roleId: GOAL_AGENT.id })).role, GOAL_AGENT)
  await core.close()
})

function write(dataDirectory: string, change: (database: Database.Database) => void): void {
  const database = new Database(join(dataDirectory, 'gatehouse.db'))
  change(database)
  database.close()
}
