import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { ConnectorId } from '../../shared/ids.ts'
import { startPages } from '../connectors/page-server.ts'
import { calls } from '../core/scripted-core.ts'
import { PRICES } from '../core/script-profile.ts'
import { startGoals, type GoalCore } from './goal-core.ts'

const OWN_TOOLS = ['files__find', 'files__grep', 'files__list', 'files__read', 'notes__append_note', 'notes__list_notes', 'notes__read_note', 'notes__write_note', 'web__fetch_page']
const workspace = async (core: GoalCore): Promise<void> => { await core.call('settings.update', { workspace: core.dataDirectory.replace(/[^/]+$/u, '') }) }
const namesIn = (core: GoalCore, index: number): readonly string[] => (core.script.requests[index]?.tools ?? []).map(({ name }) => name).toSorted()
const saidIn = (core: GoalCore, index: number): string => JSON.stringify(core.script.requests[index]?.messages)

describe('a step that a person starts', () => {
  test('runs in the goal agent’s role, with its tools and limits and no others, and leaves its answer with the step', async () => {
    const core = await startGoals([calls(['notes__write_note', { title: 'Rules', text: 'Be kind.' }], ['notes__delete_note', { id: 1 }], ['goals__add_progress_note', { id: 1, text: 'x' }], ['team__delegate', {}]), { text: 'There is one rule.' }])
    await workspace(core)
    const { goalId, steps: [one, two] } = await core.make(['Read the rules', 'Try them'])
    assert.ok(one !== undefined && two !== undefined)
    await core.call('connector.switch', { connectorId: ConnectorId.parse('goals'), on: true })
    const after = await core.run(goalId, one)
    assert.deepEqual(namesIn(core, 0), OWN_TOOLS)
    const [attempt] = after.plan[0]?.attempts ?? []
    assert.ok(attempt !== undefined)
    assert.deepEqual([after.plan[0]?.state, after.plan[0]?.settledBy, attempt.outcome, attempt.answer, attempt.why, attempt.number, attempt.taint], ['done', 'agent', 'completed', 'There is one rule.', null, 1, []])
    const state = await core.state(attempt.turnId)
    const limits = state.started?.meta?.limits
    assert.deepEqual([state.started?.role, state.started?.turnKind, limits?.steps, limits?.money], ['goal-agent', 'job', 10, 500_000])
    assert.deepEqual([...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : null)), ['standing-word', 'unknown-tool', 'unknown-tool', 'unknown-tool'])
    const { rows } = await core.call('note.list', { query: '', show: 'all', offset: 0, limit: 10 })
    assert.deepEqual(rows.map(({ title, folder, state: draft, taint }) => [title, folder, draft, taint.length]), [['Rules', 'goals', 'draft', 1]])
    assert.match(core.script.requests[0]?.system ?? '', /You do one step of a plan/)
    const said = saidIn(core, 0)
    assert.match(said, /The goal: Learn the rules.*What it is for: So that I can explain them.*1\. \[this is your step\] Read the rules\\n2\. \[planned\] Try them.*Your step, and the only one, comes last\..*"text":"Read the rules"\}\]/)

    // The next one is told what came of the first, in the same chat and from nothing else.
    await core.run(goalId, two)
    assert.match(saidIn(core, 2), /1\. \[done\] Read the rules.*2\. \[this is your step\].*Result of step 1, by the goal agent:\\nThere is one rule\./)
    const { chatId } = await core.view(goalId)
    const second = (await core.view(goalId)).plan[1]?.attempts[0]
    assert.ok(second !== undefined)
    assert.deepEqual([(await core.state(second.turnId)).started?.chatId, (await core.state(second.turnId)).started?.parentTurnId], [chatId, null])
    const chats = await core.until('chats.watch', {}, ({ kind }) => kind === 'snapshot')
    assert.deepEqual(chats.kind === 'snapshot' ? chats.rows.map(({ title }) => title) : [], ['Learn the rules'])
    await core.close()
  })

  test('keeps what it had read with what it wrote, and later steps, reads and reviews start with it', async (context) => {
    const server = await startPages(context, (_request, response) => { response.end('be kind') })
    const core = await startGoals([calls(['web__fetch_page', { url: `http://${server.host}/rules` }]), { text: 'It says so.' }])
    await core.call('settings.update', { privateHosts: [server.host] })
    const { goalId, steps: [one, two] } = await core.make(['Read', 'Go on'])
    assert.ok(one !== undefined && two !== undefined)
    const after = await core.run(goalId, one)
    assert.equal(after.tainted, true)
    assert.match(after.plan[0]?.attempts[0]?.taint[0]?.label ?? '', /rules/)
    const next = await core.run(goalId, two)
    const state = await core.state(next.plan[1]?.attempts[0]?.turnId ?? assert.fail())
    assert.deepEqual([state.started?.tainted, state.started?.body?.taint.map(({ label }) => label.replace(/reading .*/u, ''))], [true, ['the result of step 1 of “Learn the rules” (written after ']])
    const { turnId } = await core.call('goal.review', { goalId })
    await core.ended(turnId)
    assert.ok((await core.view(goalId)).reviews[0]?.taint.length === 2)
    await core.close()
  })

  test('is one at a time, of all goals, and can be stopped; two attempts are all there are, until it is another step', async () => {
    const core = await startGoals([{ text: 'half', hold: true }])
    const first = await core.make(['One', 'Two'])
    const other = await core.make(['Elsewhere'], 'Rest')
    const [one, two] = first.steps
    const [elsewhere] = other.steps
    assert.ok(one !== undefined && two !== undefined && elsewhere !== undefined)
    const { turnId } = await core.call('goal.start-step', { goalId: first.goalId, stepId: one })
    const busy = await core.view(first.goalId)
    assert.deepEqual([busy.live, busy.plan.map(({ state, problem }) => [state, problem])], [{ what: 'step', status: 'running' }, [['running', 'It is at work.'], ['planned', 'The goal agent is at work: one step at a time.']]])
    for (const [goalId, stepId] of [[first.goalId, one], [first.goalId, two], [other.goalId, elsewhere]] as const) await assert.rejects(core.call('goal.start-step', { goalId, stepId }), { code: 'goal.refused', message: /one step at a time/ })
    for (const change of [core.call('goal.update-step', { goalId: first.goalId, stepId: one, seen: busy.plan[0]?.updatedAt ?? 0, text: 'x' }), core.call('goal.remove-step', { goalId: first.goalId, stepId: one }), core.call('goal.mark-step', { goalId: first.goalId, stepId: one, state: 'planned' })]) await assert.rejects(change, { code: 'turn.busy' })

    await core.call('goal.stop-step', { goalId: first.goalId, stepId: one })
    const stopped = await core.view(first.goalId)
    assert.deepEqual([stopped.live, stopped.plan[0]?.state, stopped.plan[0]?.attempts.map(({ outcome, why }) => [outcome, why]), stopped.plan[0]?.problem], [null, 'failed', [['stopped', 'It was stopped.']], null])
    const again = await core.call('goal.start-step', { goalId: first.goalId, stepId: one })
    assert.notEqual(again.turnId, turnId)
    await core.call('goal.stop-step', { goalId: first.goalId, stepId: one })
    await assert.rejects(core.call('goal.start-step', { goalId: first.goalId, stepId: one }), { code: 'goal.refused', message: 'It was tried twice. Say it in other words, or plan it anew.' })
    assert.equal((await core.view(first.goalId)).plan[0]?.attempts.length, 2)
    await core.call('goal.update-step', { goalId: first.goalId, stepId: one, seen: (await core.view(first.goalId)).plan[0]?.updatedAt ?? 0, text: 'One, said otherwise' })
    assert.deepEqual((await core.view(first.goalId)).plan[0]?.attempts, [], 'other words are another step')
    await core.call('goal.start-step', { goalId: first.goalId, stepId: one })
    await core.call('goal.stop-step', { goalId: first.goalId, stepId: one })
    await core.call('goal.mark-step', { goalId: first.goalId, stepId: one, state: 'planned' })
    assert.deepEqual((await core.view(first.goalId)).plan[0]?.attempts, [])
    await core.call('goal.start-step', { goalId: first.goalId, stepId: one })
    await core.call('goal.delete', { goalId: first.goalId })
    await core.call('goal.restore', { goalId: first.goalId })
    assert.equal((await core.view(first.goalId)).plan[0]?.attempts[0]?.outcome, 'stopped', 'what works on a goal that goes is stopped')
    await core.close()
  })

  test('has a second attempt with what the first ran with, whatever came since, and with the money that is left', async () => {
    const core = await startGoals([calls(['files__list', {}]), { text: 'half', hold: true }], { prices: PRICES })
    const { goalId, steps: [stepId] } = await core.make(['Look'])
    assert.ok(stepId !== undefined)
    await core.call('connector.switch', { connectorId: ConnectorId.parse('web'), on: false })
    const { turnId } = await core.call('goal.start-step', { goalId, stepId })
    await core.script.heard
    await core.call('goal.stop-step', { goalId, stepId })
    await core.call('connector.switch', { connectorId: ConnectorId.parse('web'), on: true })
    const second = await core.call('goal.start-step', { goalId, stepId })
    await core.script.asked(3)
    assert.deepEqual([namesIn(core, 2), namesIn(core, 0).includes('web__fetch_page')], [namesIn(core, 0), false])
    const state = await core.state(second.turnId)
    assert.deepEqual([state.started?.role, state.started?.retryOf, state.started?.meta?.narrowed?.tools?.length], ['goal-agent', { turnId, attempt: 2 }, namesIn(core, 0).length])
    const money = state.started?.meta?.limits.money ?? 0
    assert.ok(money > 0 && money < 500_000, String(money))
    await core.call('goal.stop-step', { goalId, stepId })
    await core.close()
  })

  test('that fails where another run would be tried again waits for its person, who alone tries it again, over a restart too', async () => {
    const first = await startGoals([{ text: 'half', fails: 'model.unavailable' }])
    const { dataDirectory } = first
    const { goalId, steps: [stepId] } = await first.make(['Look'])
    assert.ok(stepId !== undefined)
    const goal = await first.run(goalId, stepId)
    assert.deepEqual([goal.plan[0]?.state, goal.plan[0]?.attempts.map(({ outcome, answer }) => [outcome, answer]), goal.plan[0]?.problem], ['failed', [['failed', 'half']], null])
    assert.match(goal.plan[0]?.attempts[0]?.why ?? '', /The service failed/)
    await first.call('goal.mark-step', { goalId, stepId, state: 'planned' })
    await first.core.close()
    const core = await startGoals([{ text: 'All of it.' }], { dataDirectory })
    assert.equal((await core.run(goalId, stepId)).plan[0]?.attempts[0]?.answer, 'All of it.')
    assert.deepEqual([first.script.requests.length, core.script.requests.length], [1, 1])
    await core.close()
  })

  test('is refused with a sentence where it could not run, and nothing of it is stored', async () => {
    const core = await startGoals([], { prices: null })
    const { goalId, steps: [stepId] } = await core.make(['Look'])
    assert.ok(stepId !== undefined)
    await assert.rejects(core.call('goal.start-step', { goalId, stepId }), { code: 'goal.refused', message: /There is no model named “script”/ })
    await core.call('settings.update', { model: 'practice' })
    await core.call('goal.set-state', { goalId, state: 'done' })
    await assert.rejects(core.call('goal.start-step', { goalId, stepId }), { code: 'goal.refused', message: 'The goal is done. Open it again first.' })
    await core.call('goal.set-state', { goalId, state: 'open' })
    await core.call('goal.mark-step', { goalId, stepId, state: 'done' })
    await assert.rejects(core.call('goal.start-step', { goalId, stepId }), { code: 'goal.refused', message: 'The step is done. Plan it anew first.' })
    const goal = await core.view(goalId)
    assert.deepEqual([goal.plan[0]?.attempts, goal.chatId], [[], null])
    await core.close()
    const off = await startGoals([], { host: { environment: { GATEHOUSE_ALLOW_UNATTENDED: '0' } } })
    const made = await off.make(['Look'])
    await assert.rejects(off.call('goal.start-step', { goalId: made.goalId, stepId: made.steps[0] ?? 0 }), { code: 'goal.refused', message: /ALLOW_UNATTENDED/ })
    await off.close()
  })
})

describe('a restart in the middle of a step', () => {
  test('goes on with the run, and its end is told with the step', async () => {
    const first = await startGoals([{ text: 'half', hold: true }])
    const { dataDirectory } = first
    const { goalId, steps: [stepId] } = await first.make(['Look'])
    assert.ok(stepId !== undefined)
    const { turnId } = await first.call('goal.start-step', { goalId, stepId })
    await first.script.heard
    await first.core.close()
    const core = await startGoals([{ text: 'All of it.' }], { dataDirectory })
    const goal = await core.goalWhen(goalId, ({ plan }) => plan[0]?.state === 'done')
    assert.deepEqual(goal.plan[0]?.attempts.map((attempt) => [attempt.turnId, attempt.outcome, attempt.answer]), [[turnId, 'completed', 'All of it.']])
    await core.close()
  })

  test('after which nobody had recorded the end: it is read from the run, or said to be unknown where that is gone', async () => {
    const first = await startGoals([{ text: 'All of it.' }])
    const { dataDirectory } = first
    const { goalId, steps: [kept, gone] } = await first.make(['Look', 'Look again'])
    assert.ok(kept !== undefined && gone !== undefined)
    await first.run(goalId, kept)
    await first.core.close()
    const forget = (change: string): void => {
      const database = new Database(join(dataDirectory, 'gatehouse.db'))
      database.exec(`UPDATE plan_attempts SET open = 1, ended_at = NULL, outcome = NULL, answer = NULL; UPDATE plan_steps SET state = 'running' WHERE step_id IN (SELECT step_id FROM plan_attempts); ${change}`)
      database.close()
    }
    forget('')
    const second = await startGoals([], { dataDirectory })
    assert.deepEqual((await second.view(goalId)).plan.map(({ state, attempts }) => [state, attempts.map(({ outcome, answer }) => [outcome, answer])]), [['done', [['completed', 'All of it.']]], ['planned', []]])
    await second.core.close()
    forget(`UPDATE plan_attempts SET turn_id = 'turn_gone'`)
    const third = await startGoals([{ text: 'Again.' }], { dataDirectory })
    const [step] = (await third.view(goalId)).plan
    assert.deepEqual([step?.state, step?.attempts[0]?.outcome, step?.attempts[0]?.why, step?.attempts[0]?.taint.length], ['failed', 'lost', 'Its run can’t be read any more, so nobody knows how it ended.', 1])
    assert.equal((await third.run(goalId, gone)).plan[1]?.state, 'done', 'it keeps no other step from running')
    await third.close()
  })
})
