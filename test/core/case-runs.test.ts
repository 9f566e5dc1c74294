import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import type { CaseChange, CaseResult, CaseRunRow } from '../../shared/case-run.ts'
import type { Item } from '../../shared/contract.ts'
import { ConnectorId, type CaseRunId, type CaseSetId, type TurnId } from '../../shared/ids.ts'
import { NO_FILTER } from '../../shared/run-log.ts'
import { calls } from './scripted-core.ts'
import { createProbe, type Probe } from './probe-connector.ts'
import { createScriptModel, type ScriptedStep, type ScriptModel } from './script-model.ts'
import { startCore, type CoreOptions, type LiveCore } from './live-core.ts'

interface CaseCore extends LiveCore { readonly probe: Probe; readonly other: ScriptModel }

/** A core with two models: what runs followed at first, and what they follow when they are run again. */
async function startTwo(script: readonly ScriptedStep[], other: readonly ScriptedStep[], options: CoreOptions = {}): Promise<CaseCore> {
  const [first, second] = [createScriptModel(script), createScriptModel(other)]
  const probe = createProbe()
  const core = await startCore({ ...options, additions: { connectors: [probe.connector], models: new Map([['script', first.model], ['other', second.model]]) }, settings: { model: 'script', ...options.settings } })
  return { ...core, probe, other: second }
}

async function record(core: CaseCore, count: number): Promise<readonly TurnId[]> {
  const turns: TurnId[] = []
  for (let run = 0; run < count; run += 1) {
    const turn = await core.say(await core.newChat(), `go ${run}`)
    await core.ended(turn)
    turns.push(turn)
  }
  return turns
}

const saveSet = async (core: LiveCore, turnIds: readonly TurnId[], name = 'Good runs'): Promise<CaseSetId> => (await core.call('case-set.save', { setId: null, name, turnIds: [...turnIds] })).setId
const rowOf = (item: Item<'case-runs.watch'>, id: CaseRunId): CaseRunRow | undefined => (item.kind === 'snapshot' ? item.rows.find((row) => row.id === id) : item.kind === 'changed' && item.row.id === id ? item.row : undefined)
const until = async (core: LiveCore, id: CaseRunId, fits: (row: CaseRunRow) => boolean): Promise<readonly CaseResult[]> => {
  await core.until('case-runs.watch', {}, (item) => { const row = rowOf(item, id); return row !== undefined && fits(row) })
  return (await core.call('case-run.show', { caseRunId: id })).results
}
const over = (core: LiveCore, id: CaseRunId) => until(core, id, ({ endedAt }) => endedAt !== null)
const start = async (core: LiveCore, setId: CaseSetId, change: CaseChange = { model: 'other' }, allow: readonly string[] = []): Promise<CaseRunId> => (await core.call('case-run.start', { setId, change, allow: [...allow] })).caseRunId
const brief = ({ state, calls: made, differsAt, origin, branch }: CaseResult) => [state, made, differsAt, origin?.status ?? null, branch?.status ?? null]

const WRITES = [calls(['probe__look', { name: 'a' }], ['probe__change', { name: 'w' }]), { text: 'Written.' }]

describe('a case run', () => {
  test('runs each of its set again under the change, by the rule of branches, and says what is the same', async () => {
    const core = await startTwo(WRITES, [calls(['probe__look', { name: 'a' }], ['probe__change', { name: 'w' }]), { text: 'Also written.' }])
    const turns = await record(core, 5)
    const setId = await saveSet(core, turns)
    core.probe.log.length = 0
    const leaf = async () => (await core.until('chats.watch', {}, (item) => item.kind === 'snapshot'))
    const before = await leaf()
    const id = await start(core, setId, { model: 'other', system: 'Be brief.', descriptions: [{ connectorId: ConnectorId.parse('probe'), tool: 'look', text: 'Looks very carefully.' }] })
    const results = await over(core, id)
    assert.deepEqual(results.map(({ originId }) => originId), turns)
    assert.deepEqual(results.map(brief), turns.map(() => ['ended', 'same', null, 'completed', 'completed']))
    // The reads ran again; the writes were taken from their records.
    assert.deepEqual(core.probe.log, turns.flatMap(() => ['start a', 'end a']))
    const [request] = core.other.requests
    assert.deepEqual([request?.system, request?.tools.find(({ name }) => name === 'probe__look')?.description], ['Be brief.', 'Looks very carefully.'])
    const branch = results[0]?.branchId ?? assert.fail('no branch')
    assert.deepEqual((await core.state(branch)).started?.meta?.branch?.changed, ['model', 'system', 'descriptions'])
    // Neither what chats show nor their order changes by it.
    assert.deepEqual(await leaf(), before)
    const listed = await core.call('runs.list', { filter: NO_FILTER, offset: 0, limit: 20 })
    assert.deepEqual(listed.rows.map((row) => row.branch).filter((mark) => mark !== null), turns.map(() => ({ mode: 'guarded', isCase: true })))
    await core.close()
  })

  test('stops at what the original didn’t do, or runs it with a token where the gate agrees', async () => {
    const core = await startTwo(WRITES, [calls(['probe__change', { name: 'other' }]), { text: 'Done.' }])
    const setId = await saveSet(core, await record(core, 2))
    core.probe.log.length = 0
    const stopped = await over(core, await start(core, setId))
    assert.deepEqual(stopped.map(brief), [['ended', 'other', '1.1', 'completed', 'failed'], ['ended', 'other', '1.1', 'completed', 'failed']])
    assert.match(stopped[0]?.problem ?? '', /stopped before probe change/u)
    assert.deepEqual(core.probe.log, [])
    const allowed = await over(core, await start(core, setId, { model: 'other' }, ['tool:probe__change']))
    assert.deepEqual(allowed.map(brief), [['ended', 'other', '1.1', 'completed', 'completed'], ['ended', 'other', '1.1', 'completed', 'completed']])
    assert.deepEqual(core.probe.log, ['start other', 'end other', 'start other', 'end other'])
    await core.close()
  })

  test('asks about what is allowed as the gate always would, goes on with the others meanwhile, and counts the answer', async () => {
    const core = await startTwo([{ text: 'Nothing.' }], [calls(['probe__wipe', { name: 'x' }]), { text: 'Wiped.' }])
    const id = await start(core, await saveSet(core, await record(core, 3)), { model: 'other' }, ['tool:probe__wipe'])
    const asking = await until(core, id, ({ counts }) => counts.asking === 3)
    assert.deepEqual(core.probe.log, [])
    for (const [index, { branchId }] of asking.entries()) {
      assert.ok(branchId !== null)
      await core.answer(await core.question(branchId), index === 0 ? 'approve' : 'reject')
    }
    assert.deepEqual((await over(core, id)).map(({ state }) => state), ['ended', 'ended', 'ended'])
    assert.deepEqual(core.probe.log, ['start x', 'end x'])
    await core.close()
  })

  test('calls and steps of a tool’s code have tokens of their own', async () => {
    const made = [calls(['probe__compose', { tool: 'change', names: ['n'] }], ['probe__in_steps', { steps: [{ id: 's' }] }]), { text: 'Done.' }]
    const core = await startTwo([{ text: 'Nothing.' }], made)
    const setId = await saveSet(core, await record(core, 1))
    for (const allow of [[], ['tool:probe__change'], ['step:probe__change']]) assert.equal((await over(core, await start(core, setId, { model: 'other' }, allow)))[0]?.branch?.status, 'failed', allow.join())
    // A step’s name is known from a run that did it.
    await assert.rejects(start(core, setId, { model: 'other' }, ['step:s']), { code: 'input.invalid' })
    const recorded = await core.say(await core.newChat(), 'go')
    await core.ended(recorded)
    await core.call('settings.update', { model: 'other' })
    const done = await core.say(await core.newChat(), 'go')
    await core.ended(done)
    const both = await saveSet(core, [recorded, done])
    assert.deepEqual((await core.call('case-run.plan', { setId: both, change: {} })).effects.map(({ token, times }) => [token, times]), [['step:probe__change', 1], ['step:s', 1]])
    core.probe.log.length = 0
    const results = await over(core, await start(core, both, { model: 'other' }, ['step:probe__change', 'step:s']))
    assert.deepEqual(results.map(({ branch }) => branch?.status), ['completed', 'completed'])
    // In the first nothing was recorded, so both ran; in the second both were taken.
    assert.deepEqual(core.probe.log.filter((entry) => /^start (?:n|step s)/u.test(entry)).length, 2)
    await core.close()
  })

  test('says before it starts what it would take, and which of its runs can’t be run again and why', async () => {
    const core = await startTwo(WRITES, [{ text: 'Done.' }])
    const [kept, deleted] = await record(core, 2)
    await core.call('settings.update', { capture: 'none' })
    const [notKept] = await record(core, 1)
    await core.call('settings.update', { capture: 'io' })
    assert.ok(kept !== undefined && deleted !== undefined && notKept !== undefined)
    const held = await core.say(await core.newChat(), 'go')
    await core.ended(held)
    const setId = await saveSet(core, [kept, deleted, notKept])
    const chatOf = async (turnId: TurnId) => (await core.state(turnId)).started?.chatId ?? assert.fail('no chat')
    await core.call('chat.delete', { chatId: await chatOf(deleted) })
    const plan = await core.call('case-run.plan', { setId, change: {} })
    assert.deepEqual(plan.cases.map(({ problem }) => problem?.slice(0, 22) ?? null), [null, 'Its chat was deleted.', 'This text was not kept'])
    assert.deepEqual([plan.tokens, plan.money, plan.effects.map(({ token, times }) => [token, times])], [30, null, [['tool:probe__change', 1]]])
    assert.deepEqual((await over(core, await start(core, setId))).map(({ state, problem }) => [state, problem === null]), [['ended', true], ['not-run', false], ['not-run', false]])
    await assert.rejects(start(core, setId, { model: 'other' }, ['tool:probe__nowhere']), { code: 'input.invalid', message: /no tool named “probe__nowhere”/u })
    await assert.rejects(start(core, setId, { model: 'nobody' }), { code: 'model.unavailable', message: /no model named/u })
    await assert.rejects(start(core, setId, { descriptions: [{ connectorId: ConnectorId.parse('probe'), tool: 'nowhere', text: 'x' }] }), { code: 'input.invalid' })
    await assert.rejects(start(core, await saveSet(core, [notKept], 'Nothing kept')), { code: 'input.invalid', message: /None of these runs/u })
    await assert.rejects(saveSet(core, ['turn_nobody']), { code: 'input.not-found' })
    await core.close()
  })

  test('goes on after a restart where it was, starts none twice, and stops when it is told to', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-cases-'))
    after(() => { rmSync(dataDirectory, { recursive: true, force: true }) })
    const first = await startTwo([{ text: 'Nothing.' }], [{ text: 'Held.', hold: true }], { dataDirectory })
    const turns = await record(first, 4)
    const setId = await saveSet(first, turns)
    const id = await start(first, setId)
    await until(first, id, ({ counts }) => counts.running === 2 && counts.waiting === 2)
    await assert.rejects(first.call('case-set.remove', { setId }), { code: 'input.invalid' })
    await first.close()

    const second = await startTwo([{ text: 'Nothing.' }], [{ text: 'Said.' }], { dataDirectory })
    const results = await over(second, id)
    assert.deepEqual(results.map(brief), turns.map(() => ['ended', 'same', null, 'completed', 'completed']))
    assert.equal((await second.call('runs.list', { filter: NO_FILTER, offset: 0, limit: 20 })).total, 8)
    await second.close()

    // A process that died after a branch had ended and before that was noted leaves it so.
    const database = new Database(join(dataDirectory, 'gatehouse.db'))
    database.exec(`UPDATE case_runs SET ended_at = NULL; UPDATE case_results SET state = 'started', calls = NULL WHERE place = 1`)
    database.close()
    const third = await startTwo([], [{ text: 'Held.', hold: true }], { dataDirectory })
    assert.deepEqual((await over(third, id)).map(({ state, calls: made }) => [state, made]), turns.map(() => ['ended', 'same']))
    const stopping = await start(third, setId)
    await until(third, stopping, ({ counts }) => counts.running === 2)
    await third.call('case-run.stop', { caseRunId: stopping })
    assert.deepEqual((await over(third, stopping)).map(({ state, branch }) => [state, branch?.status ?? null]), [['ended', 'stopped'], ['ended', 'stopped'], ['not-run', null], ['not-run', null]])
    await third.call('case-run.remove', { caseRunId: stopping })
    await assert.rejects(third.call('case-run.show', { caseRunId: stopping }), { code: 'input.not-found' })
    await third.call('case-set.remove', { setId })
    assert.deepEqual(await third.until('case-runs.watch', {}, (item) => item.kind === 'snapshot'), { kind: 'snapshot', version: 1, rows: [] })
    await third.close()
  })

  test('keeps to the caps: a branch that has to wait holds up those after it, and all go on when there is room', async () => {
    const core = await startTwo([{ text: 'Nothing.' }], [{ text: 'Said.' }])
    const setId = await saveSet(core, await record(core, 4))
    await core.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: 5, liveRuns: null } })
    const id = await start(core, setId)
    const waiting = await until(core, id, ({ counts }) => counts.paused === 2)
    assert.deepEqual(waiting.map(({ state }) => state), ['ended', 'paused', 'paused', 'waiting'])
    await core.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
    assert.deepEqual((await over(core, id)).map(({ state }) => state), ['ended', 'ended', 'ended', 'ended'])
    await core.close()
  })
})
