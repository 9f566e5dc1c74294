import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import type { CoworkerId } from '../../shared/coworker.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { activeMsAt } from '../../shared/turn-state.ts'
import { calls } from '../core/scripted-core.ts'
import { PRICES, scriptProfile } from '../core/script-profile.ts'
import { callAt, childOf, hand, joined, READER, resultOf, saveCoworker, startTeam, TEAM, tool } from './team-core.ts'

describe('a call that hands work to a coworker', () => {
  test('starts one run, waits for it with its clock standing still, and gives what it said last', async () => {
    const core = await startTeam({ go: [hand('count roses', 'reader', 'all red ones'), { text: 'Seven, it says.' }], 'count roses': [{ text: 'Seven.', hold: true }] })
    await saveCoworker(core)
    const turnId = await core.say(await core.newChat(), 'go')
    const { childTurnId } = await joined(core, turnId)
    await core.tasks.heard('count roses')
    const waiting = await core.state(turnId)
    assert.deepEqual([waiting.activeSince, activeMsAt(waiting, Date.now() + 999_999)], [null, waiting.activeMs])
    const child = await core.state(childTurnId)
    assert.deepEqual([child.started?.role, child.started?.delegatedBy, child.started?.body?.message.map(({ origin, vouched }) => [origin, vouched]), child.tainted],
      ['coworker:reader', { turnId, callId: callAt(waiting, 0).call.callId }, [['delegated', true]], false])
    assert.match(JSON.stringify(child.started?.body?.message), /count roses\\n\\nall red ones/)
    assert.deepEqual(child.started?.body?.message[0]?.by, { kind: 'chat', name: 'go' })
    assert.match((await core.call('chat.export', { chatId: child.started?.chatId ?? assert.fail(), format: 'markdown' })).content, /^## From the chat “go”\n\ncount roses\n/m)
    await assert.rejects(core.say(child.started?.chatId ?? assert.fail(), 'more'), { code: 'turn.busy' })
    await core.call('turn.stop', { turnId: childTurnId })
    const ended = await core.ended(turnId)
    assert.equal(ended.ended?.outcome, 'completed')
    assert.match(resultOf(ended), /^The run of “Reader” was stopped before it was done\. By then it had said:\n\nSeven\.$/)
    assert.deepEqual([(await core.call('run.show', { turnId: childTurnId })).run.origin], [{ kind: 'delegated', turnId }])
    await core.close()
  })

  test('copies what was read into the message of the run, and nothing back where the run read nothing', async () => {
    const core = await startTeam({
      go: [calls(['probe__stranger', { name: 'page' }]), hand('first thing'), { text: 'Done.' }], 'first thing': [{ text: 'Read.' }],
      clean: [hand('second thing'), calls(['probe__look', { name: 'after' }]), { text: 'Done.' }], 'second thing': [calls(['notes__read_note', { id: 1 }]), { text: 'Noted.' }],
    }, { on: ['notes'] })
    await saveCoworker(core, { tools: [tool('notes', 'read_note'), tool('notes', 'write_note')] })
    const tainted = await core.say(await core.newChat(), 'go')
    await core.answer(await core.question(tainted), 'approve')
    const child = await core.state(childOf(await core.ended(tainted), -1) ?? assert.fail())
    assert.deepEqual([child.tainted, child.taint.map(({ label }) => label), child.started?.body?.message[0]?.vouched], [true, ['what the chat “go” handed on', 'page page'], false])

    // A draft that a run without anybody wrote is marked, and reading it taints.
    const { turnId } = await core.call('coworker.run', { id: 'reader' as CoworkerId, task: 'first thing' })
    await core.ended(turnId)
    const clean = await core.say(await core.newChat(), 'clean')
    const state = await core.ended(clean)
    assert.deepEqual([state.steps.map(({ tainted: was }) => was), state.tainted], [[false, false, false], false])
    await core.close()
  })

  test('brings back what its run had read: the run that waited is tainted from the result on', async () => {
    const core = await startTeam({
      'write it': [calls(['notes__write_note', { title: 'Found', text: 'Roses are red.' }]), { text: 'Written.' }], 'read it': [calls(['notes__read_note', { id: 1 }]), { text: 'It is about roses.' }],
      go: [hand('read it'), calls(['probe__change', { name: 'after' }]), { text: 'Done.' }],
    }, { on: ['notes'] })
    const id = await saveCoworker(core, { tools: [tool('notes', 'read_note'), tool('notes', 'write_note')] })
    await core.ended((await core.call('coworker.run', { id, task: 'write it' })).turnId)
    const turnId = await core.say(await core.newChat(), 'go')
    const question = await core.question(turnId)
    assert.equal(question.tool, 'change', 'a write asks once the result was read')
    const waiting = await core.state(turnId)
    assert.equal((await core.state(childOf(waiting) ?? assert.fail())).tainted, true)
    assert.match(resultOf(waiting), /It is about roses/)
    assert.deepEqual([waiting.started?.tainted, waiting.steps.map(({ started }) => started.tainted), waiting.tainted], [false, [false, true], true])
    assert.ok(waiting.taint.length > 0, 'with its sources')
    await core.answer(question, 'reject')
    await core.ended(turnId)
    await core.close()
  })

  test('gives the beginning of what its run said where nothing of that run is kept, and the run counts as done', async () => {
    const core = await startTeam({ go: [hand('tell it all'), { text: 'Done.' }], 'tell it all': [{ text: `It begins here. ${'And so on. '.repeat(800)}` }] }, { settings: { capture: 'none' } })
    await saveCoworker(core)
    const turnId = await core.say(await core.newChat(), 'go')
    const call = callAt(await core.ended(turnId), 0)
    assert.equal(call.status === 'done' && call.ended.outcome, 'ok')
    assert.match(JSON.stringify(core.tasks.requests.get('go')?.at(-1)?.messages.at(-1)), /"It begins here\. And so on\. .*…"/)
    await core.close()
  })

  test('asks in a chat that has read from outside, and the card says to whom, with which tools, for how much', async () => {
    const core = await startTeam({ go: [calls(['probe__stranger', { name: 'page' }]), hand('count roses'), { text: 'Done.' }] })
    await saveCoworker(core)
    const turnId = await core.say(await core.newChat(), 'go')
    const item = await core.until('questions.watch', {}, ({ kind, ...rest }) => kind === 'changed' && 'row' in rest && rest.row.turnId === turnId && rest.row.view.kind === 'facts')
    const question = item.kind === 'changed' ? item.row : assert.fail()
    assert.deepEqual(question.view.kind === 'facts' && question.view.facts.map(({ name, value }) => [name, value]), [
      ['Coworker', 'Reader'], ['Task', 'count roses'], ['Its tools', 'List memories'], ['Its budget', '$0.50 and 5 model steps at most, taken from this run'], ['Its model', 'practice'],
    ])
    await core.answer(question, 'reject')
    assert.equal((await core.ended(turnId)).ended?.outcome, 'completed')
    await core.close()
  })

  test('is stopped with its run, and stops the runs below that', async () => {
    const core = await startTeam({ go: [hand('middle task', 'middle'), { text: 'no' }], 'middle task': [hand('lowest task'), { text: 'no' }], 'lowest task': [{ text: 'Working', hold: true }] })
    await saveCoworker(core)
    await saveCoworker(core, { name: 'Middle', tools: TEAM, maxDelegationDepth: 1, delegatesTo: ['reader'] })
    const turnId = await core.say(await core.newChat(), 'go')
    const { childTurnId } = await joined(core, turnId)
    const lowest = (await joined(core, childTurnId)).childTurnId
    await core.tasks.heard('lowest task')
    await core.call('turn.stop', { turnId })
    const [top, middle, low] = [await core.state(turnId), await core.ended(childTurnId), await core.ended(lowest)]
    assert.deepEqual([top, middle, low].map(({ ended }) => ended?.outcome), ['stopped', 'stopped', 'stopped'])
    assert.match(resultOf(top), /the run that this call had started was stopped with it/)
    await core.close()
  })

  test('stays a write whatever class a person gives it, and can’t be made from inside another tool', async () => {
    const inner = defineConnector({ id: 'inner', label: 'Inner', deps: null, tools: [defineTool({
      name: 'ask', description: 'Hands on.', class: 'read', input: z.object({}), run: (context) => context.call(tool('team', 'delegate'), { coworker: 'reader', task: 'count roses' }),
    })] })
    const core = await startTeam({ go: [hand('count roses'), calls(['inner__ask', {}]), { text: 'Done.' }], 'count roses': [{ text: 'Seven.' }] }, { more: [inner] })
    await saveCoworker(core)
    const rows = await core.until('connector-tools.watch', { connectorId: ConnectorId.parse('team') }, ({ kind }) => kind === 'snapshot')
    const { pin } = (rows.kind === 'snapshot' ? rows.rows.find((row) => row.tool === 'delegate') : undefined) ?? assert.fail()
    await assert.rejects(core.call('tool.set-class', { connectorId: ConnectorId.parse('team'), tools: [{ tool: 'delegate', pin }], toolClass: 'read' }), { code: 'input.invalid' })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    const made = [...state.calls.values()]
    assert.deepEqual(made.map(({ call: { meta } }) => meta?.tool?.toolClass), ['write', 'read', 'write'])
    assert.deepEqual(made.map((call) => (call.status === 'done' ? [call.ended.outcome, call.childTurnId !== null] : null)), [['ok', true], ['error', false], ['error', false]])
    await core.close()
  })

  test('is refused where the coworker is at work, unknown, or can’t run, and nothing is started', async () => {
    const core = await startTeam({ go: [hand('count roses'), hand('count roses', 'nobody'), { text: 'Done.' }], busy: [{ text: '…', hold: true }] })
    const id = await saveCoworker(core)
    await core.call('coworker.run', { id, task: 'busy' })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([...state.calls.values()].map((call) => (call.status === 'done' ? call.ended.outcome : null)), ['error', 'error'])
    assert.match(resultOf(state), /^“Reader” is at work already \(1 of 1\)\. Wait for it/)
    assert.match(resultOf(state, 1), /^There is no coworker “nobody”\. List the coworkers/)
    assert.deepEqual(await core.events(childOf(state) ?? assert.fail()), [])
    await core.close()
  })
})

describe('what a delegated run spends', () => {
  test('is copied to the call that started it, and counts as the run’s that waits', async () => {
    const core = await startTeam({ go: [hand('count roses'), { text: 'Done.' }], 'count roses': [calls(['recall__list_memories', {}]), { text: 'Seven.' }] })
    await core.call('model.save', { profile: scriptProfile(PRICES), isNew: true })
    await saveCoworker(core, { model: 'script' })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    const call = callAt(state, 0)
    assert.deepEqual(call.status === 'done' ? call.ended.meta?.spent : null, { tokens: 30, money: 70 })
    const child = childOf(state) ?? assert.fail()
    assert.deepEqual((await core.call('run.compare', { turnIds: [state.turnId, child] })).map(({ money }) => money), [70, 70])
    await core.close()
  })

  test('never goes over the budget of a run above it, however much its own profile allows', async () => {
    const core = await startTeam({ lead: [hand('count roses'), { text: 'Enough.' }], 'count roses': [{ text: 'Seven.' }] })
    await core.call('model.save', { profile: scriptProfile(PRICES), isNew: true })
    await saveCoworker(core, { model: 'script' })
    const lead = { name: 'Lead', tools: TEAM, maxDelegationDepth: 1, delegatesTo: ['reader'] }
    const id = await saveCoworker(core, { ...lead, runBudget: 100 })
    const short = await core.ended((await core.call('coworker.run', { id, task: 'lead' })).turnId)
    const child = await core.state(childOf(short) ?? assert.fail())
    assert.deepEqual([child.ended?.outcome, child.ended?.meta?.limit, child.steps.length, short.ended?.outcome], ['out-of-limits', 'money', 0, 'completed'])
    assert.match(resultOf(short), /^The run of “Reader” ran into its limit of money before it was done\./)
    await core.call('coworker.save', { id, profile: { ...READER, ...lead, runBudget: 1_000_000 } })
    assert.equal(resultOf(await core.ended((await core.call('coworker.run', { id, task: 'lead' })).turnId)), 'Seven.')
    await core.close()
  })
})

describe('levels of delegation', () => {
  test('count down from the run above, whatever the profiles say, and with none left the tool isn’t there', async () => {
    const core = await startTeam({ first: [hand('second', 'b'), { text: 'end' }], second: [hand('third', 'c'), { text: 'end' }], third: [hand('fourth', 'a'), { text: 'end' }] })
    const chain = { tools: TEAM, maxDelegationDepth: 2, delegatesTo: [] as string[] }
    const ids: CoworkerId[] = []
    for (const name of ['A', 'B', 'C']) ids.push(await saveCoworker(core, { ...chain, name, tools: [...TEAM, tool('recall', 'list_memories')] }))
    for (const id of ids) await core.call('coworker.save', { id, profile: { ...READER, ...chain, name: id.toUpperCase(), tools: [...TEAM, tool('recall', 'list_memories')], delegatesTo: ids } })
    const { turnId } = await core.call('coworker.run', { id: ids[0] ?? assert.fail(), task: 'first' })
    const first = await core.ended(turnId)
    const second = await core.state(childOf(first) ?? assert.fail())
    const third = await core.state(childOf(second) ?? assert.fail())
    assert.deepEqual([first, second, third].map((state) => [state.started?.meta?.narrowed?.delegationDepth ?? null, state.steps[0]?.started.meta?.offered.some(({ tool: name }) => name === 'delegate')]), [[null, true], [1, true], [0, false]])
    assert.equal(callAt(third, 0).status === 'done' ? [...third.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : null))[0] : null, 'unknown-tool')
    await core.close()
  })

  test('let a run that nobody is there for hand work to whom its profile names, by the person’s word, and to nobody else', async () => {
    const core = await startTeam({ go: [hand('count roses'), hand('count roses', 'other'), calls(['team__list_coworkers', {}]), { text: 'end' }], 'count roses': [{ text: 'Seven.' }] })
    await saveCoworker(core)
    await saveCoworker(core, { name: 'Other' })
    const id = await saveCoworker(core, { name: 'Lead', tools: TEAM, maxDelegationDepth: 1, delegatesTo: ['reader'] })
    const state = await core.ended((await core.call('coworker.run', { id, task: 'go' })).turnId)
    assert.deepEqual([...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason : null)).map((reason) => reason?.kind), ['standing-word', 'no-approval-channel', 'matrix'])
    assert.equal(resultOf(state), 'Seven.')
    assert.deepEqual((JSON.parse(resultOf(state, 2)) as { coworkers: { id: string }[] }).coworkers.map((one) => one.id), ['reader'])
    await core.close()
  })

  test('bound a coworker that hands work to itself', async () => {
    const core = await startTeam({ again: [hand('again', 'self'), { text: 'end' }] })
    const profile = { ...READER, name: 'Self', tools: [...TEAM, tool('recall', 'list_memories')], maxDelegationDepth: 2, maxConcurrentRuns: 8 }
    const id = await saveCoworker(core, profile)
    await core.call('coworker.save', { id, profile: { ...profile, delegatesTo: [id] } })
    let state = await core.ended((await core.call('coworker.run', { id, task: 'again' })).turnId)
    let runs = 1
    for (; callAt(state, 0).status === 'done' && childOf(state) !== null; runs += 1) state = await core.state(childOf(state) ?? assert.fail())
    assert.equal(runs, 3)
    await core.close()
  })
})


describe('a branch', () => {
  test('never starts a run: it takes what the original’s gave, or stops', async () => {
    const core = await startTeam({ go: [hand('count roses'), { text: 'Done.' }], 'count roses': [{ text: 'Seven.' }], other: [hand('count tulips'), { text: 'Done.' }] })
    await saveCoworker(core)
    const original = await core.ended(await core.say(await core.newChat(), 'go'))
    const same = await core.ended((await core.call('run.branch', { turnId: original.turnId, fromStep: 1, changes: { system: 'Another.' } })).turnId)
    assert.deepEqual([same.ended?.outcome, callAt(same, 0).status === 'done' && callAt(same, 0).status, resultOf(same)], ['completed', 'done', 'Seven.'])
    assert.equal(childOf(same), null)
    const other = await core.ended((await core.call('run.branch', { turnId: original.turnId, fromStep: 1, changes: { message: [{ origin: 'typed', text: 'other', vouched: true }] } })).turnId)
    assert.deepEqual([other.ended?.meta?.errorCode, other.ended?.meta?.branch], ['write_tool_blocked', { name: 'team delegate', reason: 'write' }])
    await core.close()
  })
})
