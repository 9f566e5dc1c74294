import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { GoalView, MOST_PLAN_STEPS, PlanStep } from '../../shared/goal.ts'
import { NOON } from '../unattended/job-core.ts'
import { manualClock } from '../unattended/manual-clock.ts'
import { startGoals } from './goal-core.ts'

const texts = ({ plan }: GoalView) => plan.map(({ text, state }) => `${text}: ${state}`)

describe('a goal', () => {
  test('is made with its plan, changed, ordered, marked and listed by the person', async () => {
    const core = await startGoals([])
    const { goalId, steps: [read, , ask] } = await core.make(['Read them', ' Try them ', 'Ask Ann'])
    assert.ok(read !== undefined && ask !== undefined)
    const first = await core.view(goalId)
    assert.deepEqual([first.title, first.purpose, first.state, first.tainted, texts(first)], ['Learn the rules', 'So that I can explain them', 'open', false, ['Read them: planned', 'Try them: planned', 'Ask Ann: planned']])

    await core.call('goal.move-step', { goalId, stepId: ask, place: 0 })
    await core.call('goal.mark-step', { goalId, stepId: read, state: 'done' })
    await core.call('goal.update-step', { goalId, stepId: ask, seen: (await core.view(goalId)).plan[0]?.updatedAt ?? 0, text: 'Ask Ben' })
    await core.call('goal.add-step', { goalId, text: 'Write them down' })
    const next = await core.view(goalId)
    assert.deepEqual(texts(next), ['Ask Ben: planned', 'Read them: done', 'Try them: planned', 'Write them down: planned'])
    assert.deepEqual([next.steps, next.done, next.plan[1]?.settledBy, next.plan[1]?.problem], [4, 1, 'person', 'The step is done. Plan it anew first.'])
    await core.call('goal.move-step', { goalId, stepId: ask, place: 99 })
    await core.call('goal.mark-step', { goalId, stepId: read, state: 'planned' })
    assert.deepEqual(texts(await core.view(goalId)), ['Read them: planned', 'Try them: planned', 'Write them down: planned', 'Ask Ben: planned'])

    await core.call('goal.update', { goalId, seen: next.updatedAt, title: 'Know the rules', purpose: '' })
    await core.call('goal.set-state', { goalId, state: 'archived' })
    const other = await core.make([], 'Rest')
    const item = await core.until('goals.watch', {}, ({ kind }) => kind === 'snapshot')
    assert.deepEqual(item.kind === 'snapshot' ? item.rows.map(({ id, title, state, steps }) => [id, title, state, steps]) : [], [[other.goalId, 'Rest', 'open', 0], [goalId, 'Know the rules', 'archived', 4]])
    await core.close()
  })

  test('refuses what doesn’t fit, keeps what was there, and says what to do', async () => {
    const core = await startGoals([])
    const { goalId, steps: [stepId] } = await core.make(['One'])
    assert.ok(stepId !== undefined)
    const before = await core.view(goalId)
    const refused = async (work: Promise<unknown>, message: RegExp) => { await assert.rejects(work, { code: 'input.invalid', message }) }
    await refused(core.call('goal.create', { title: ' \n ', purpose: '', plan: [] }), /^A goal needs a title\.$/)
    await refused(core.call('goal.create', { title: 'two\nlines', purpose: '', plan: [] }), /one line/)
    await refused(core.call('goal.create', { title: 'x'.repeat(201), purpose: '', plan: [] }), /has at most 200 characters; this has 201\.$/)
    await refused(core.call('goal.create', { title: 'good', purpose: '', plan: ['good', ' '] }), /^A step needs a text\.$/)
    await refused(core.call('goal.add-step', { goalId, text: 'x'.repeat(2001) }), /at most 2,000 characters/)
    await refused(core.call('goal.add-note', { goalId, text: 'x'.repeat(4001) }), /at most 4,000 characters/)
    await refused(core.call('goal.update', { goalId, seen: 1, title: 'x', purpose: '' }), /changed while you edited it/)
    await refused(core.call('goal.update-step', { goalId, stepId, seen: 1, text: 'x' }), /changed while you edited it/)
    for (let count = 1; count < MOST_PLAN_STEPS; count += 1) await core.call('goal.add-step', { goalId, text: `step ${count}` })
    await refused(core.call('goal.add-step', { goalId, text: 'one more' }), /^A plan has at most 50 steps\.$/)
    await assert.rejects(core.call('goal.move-step', { goalId: goalId + 1, stepId, place: 0 }), { code: 'input.not-found' })
    const after = await core.view(goalId)
    assert.deepEqual([after.title, after.purpose, after.plan.length, after.plan[0]], [before.title, before.purpose, 50, before.plan[0]])
    const list = await core.until('goals.watch', {}, ({ kind }) => kind === 'snapshot')
    assert.equal(list.kind === 'snapshot' ? list.rows.length : 0, 1, 'a goal whose plan doesn’t fit isn’t made')
    await core.close()
  })

  test('and what belongs to it are brought back within the undo time, and gone for good after it', async () => {
    const clock = manualClock(NOON)
    const core = await startGoals([], { clock })
    const { goalId, steps: [one, two] } = await core.make(['One', 'Two'])
    assert.ok(one !== undefined && two !== undefined)
    const { noteId } = await core.call('goal.add-note', { goalId, text: 'so far' })
    const whole = await core.view(goalId)
    await core.call('goal.remove-step', { goalId, stepId: one })
    await core.call('goal.delete-note', { goalId, noteId })
    assert.deepEqual([(await core.view(goalId)).plan.length, (await core.view(goalId)).notes], [1, []])
    await core.call('goal.restore-step', { goalId, stepId: one })
    await core.call('goal.restore-note', { goalId, noteId })
    assert.deepEqual(await core.view(goalId), whole)

    const { undoUntil } = await core.call('goal.delete', { goalId })
    assert.equal(undoUntil, NOON + 10_000)
    await assert.rejects(core.call('goal.add-step', { goalId, text: 'x' }), { code: 'input.not-found' })
    await core.call('goal.restore', { goalId })
    assert.deepEqual(await core.view(goalId), whole)
    await core.call('goal.remove-step', { goalId, stepId: two })
    clock.advance(10_001)
    await assert.rejects(core.call('goal.restore-step', { goalId, stepId: two }), { code: 'input.not-found' })
    await core.call('goal.delete', { goalId })
    clock.advance(10_001)
    await assert.rejects(core.call('goal.restore', { goalId }), { code: 'input.not-found' })
    const database = new Database(join(core.dataDirectory, 'gatehouse.db'), { readonly: true })
    for (const table of ['goals', 'plan_steps', 'goal_notes', 'goal_reviews', 'plan_attempts']) assert.equal(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table)
    database.close()
    await core.close()
  })

  test('is written out with its plan, results, notes and reviews, and a stranger’s text stays text', async () => {
    const core = await startGoals([{ text: 'Found it. ```' }])
    const { goalId, steps: [stepId] } = await core.make(['Read them'])
    assert.ok(stepId !== undefined)
    await core.run(goalId, stepId)
    await core.call('goal.add-note', { goalId, text: 'so far' })
    const markdown = await core.call('goal.export', { format: 'markdown' })
    assert.equal(markdown.fileName, 'goals.md')
    assert.match(markdown.content, /^# Goals\n\n## Goal 1\n\n- State: open\n[\s\S]*1\. done[\s\S]*- Attempt 1 by the goal agent, ended [\s\S]*````text\nFound it\. ```\n````[\s\S]*### Notes\n\n- .*, by you\n/)
    const { goals } = z.object({ goals: z.array(GoalView.omit({ live: true, agentProblem: true, plan: true }).extend({ plan: z.array(PlanStep.omit({ problem: true })) })) }).parse(JSON.parse((await core.call('goal.export', { format: 'json' })).content))
    assert.deepEqual(goals.map(({ title, plan, notes }) => [title, plan.map(({ attempts }) => attempts.map(({ answer }) => answer)), notes.map(({ text }) => text)]), [['Learn the rules', [['Found it. ```']], ['so far']]])
    await core.close()
  })
})
