import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { NO_FILTER, type RunFilter, type RunsRow } from '../../shared/run-log.ts'
import type { Item } from '../../shared/contract.ts'
import { createReading } from '../../electron/core/reading/reading.ts'
import { createRuns } from '../../electron/core/runs/runs.ts'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { placeWithRuns } from './chain-place.ts'

const runsOf = async (core: LiveCore, filter: Partial<RunFilter> = {}) => (await core.call('runs.list', { filter: { ...NO_FILTER, ...filter }, offset: 0, limit: 100 })).rows
const entriesOf = async (core: LiveCore, filter: Partial<RunFilter> = {}) => (await core.call('audit.list', { filter: { ...NO_FILTER, ...filter }, offset: 0, limit: 100 })).rows
const rowOf = (item: Item<'runs.watch'>): RunsRow | undefined => item.kind === 'snapshot' ? item.rows[0] : item.kind === 'changed' ? item.row : undefined

/** One run that wrote, one that was asked and rejected, one that said hello. */
async function coreWithRuns() {
  const core = await startCore()
  const chatId = await core.newChat()
  const wrote = await core.say(chatId, 'add a task to water the roses')
  await core.ended(wrote)
  const rejected = await core.say(chatId, 'delete task 1')
  await core.answer(await core.question(rejected), 'reject')
  await core.ended(rejected)
  const hello = await core.say(chatId, 'hello there')
  await core.ended(hello)
  return { core, chatId, wrote, rejected, hello }
}

describe('all runs', () => {
  test('are listed newest first with what was decided in them, and filters find those that fit', async () => {
    const { core, chatId, wrote, rejected, hello } = await coreWithRuns()
    assert.deepEqual((await runsOf(core)).map(({ id }) => id), [hello, rejected, wrote])
    assert.deepEqual((await runsOf(core)).map(({ asked, denied, calls }) => [asked, denied, calls]), [[0, 0, 0], [1, 0, 1], [0, 0, 1]])
    const ids = async (filter: Partial<RunFilter>) => (await runsOf(core, filter)).map(({ id }) => id)
    const roses = await ids({ query: 'water the ro' })
    assert.ok(roses.includes(wrote) && !roses.includes(hello))
    assert.ok((await ids({ query: 'delete task 1' })).includes(rejected))
    assert.deepEqual(await ids({ query: hello }), [hello])
    assert.deepEqual(await ids({ query: 'nothing like that' }), [])
    assert.deepEqual(await ids({ query: '%' }), [])
    assert.deepEqual(await ids({ decision: 'ask' }), [rejected])
    assert.deepEqual(await ids({ decision: 'rejected' }), [rejected])
    assert.deepEqual(await ids({ decision: 'run' }), [wrote])
    assert.deepEqual(await ids({ decision: 'capped' }), [])
    assert.deepEqual(await ids({ connectorId: 'tasks', toolClass: 'write' }), [wrote])
    assert.deepEqual(await ids({ toolClass: 'destructive' }), [rejected])
    assert.deepEqual(await ids({ status: 'parked' }), [])
    assert.deepEqual(await ids({ tainted: true }), [])
    assert.deepEqual(await ids({ to: 1 }), [])
    assert.deepEqual(await core.call('runs.choices', {}), { roles: ['person-chat'], connectors: ['tasks'] })
    assert.equal((await runsOf(core))[0]?.chat?.chatId, chatId)
    await core.close()
  })

  test('a decision is logged with its tool, class, reason, who answered and what became of it', async () => {
    const { core, rejected, wrote } = await coreWithRuns()
    const [second, first] = await entriesOf(core)
    assert.deepEqual([first?.turnId, first?.connectorId, first?.toolClass, first?.provenance, first?.verdict, first?.answer, first?.outcome, first?.cause], [wrote, 'tasks', 'write', 'built-in', 'run', null, 'ok', 'ran'])
    assert.equal(first?.sentence, 'Writes run in a chat that has read nothing from outside.')
    assert.deepEqual([second?.turnId, second?.verdict, second?.answer, second?.answeredBy, second?.outcome, second?.cause], [rejected, 'ask', 'rejected', 'person', 'error', 'rejected'])
    assert.equal(second?.sentence, 'Destructive calls always ask.')
    await core.close()
  })

  test('a pause by a cap is in the log', async () => {
    const core = await startCore({ settings: { caps: { tokensPerDay: null, runsPerHour: 1, liveRuns: null } } })
    const chatId = await core.newChat()
    await core.ended(await core.say(chatId, 'hello'))
    const turnId = await core.say(chatId, 'hello again')
    await core.rest(turnId)
    const [entry] = await entriesOf(core, { decision: 'capped' })
    assert.deepEqual([entry?.turnId, entry?.verdict, entry?.callId], [turnId, 'cap', null])
    assert.match(entry?.sentence ?? '', /This hour’s runs are used up/u)
    assert.deepEqual((await runsOf(core, { decision: 'capped', status: 'paused' })).map(({ id }) => id), [turnId])
    await core.close()
  })

  test('what a capture level doesn’t keep is in neither list', async () => {
    const core = await startCore({ settings: { capture: 'none' } })
    const turnId = await core.say(await core.newChat(), 'add a task to hide this')
    await core.ended(turnId)
    const [run] = await runsOf(core)
    assert.deepEqual([run?.id, run?.preview, run?.model, run?.calls], [turnId, '', '', 1])
    const [entry] = await entriesOf(core)
    assert.deepEqual([entry?.tool, entry?.toolClass, entry?.sentence, entry?.verdict, entry?.outcome], [null, null, null, 'run', 'ok'])
    const shown = await core.call('run.show', { turnId })
    assert.deepEqual([shown.problem, shown.left, shown.events.every(({ meta, body }) => meta.state !== 'kept' && body.state !== 'kept')], [null, 0, true])
    assert.ok(!JSON.stringify(shown).includes('hide this'))
    await core.close()
  })

  test('of a deleted chat stay as ids, times and outcomes, at once and after it is really gone', async () => {
    const { core, chatId, wrote } = await coreWithRuns()
    await core.call('chat.delete', { chatId })
    const rows = await runsOf(core)
    assert.deepEqual(rows.map(({ chat, preview, model, status }) => [chat, preview, model, status]), Array.from({ length: 3 }, () => [null, '', '', 'completed']))
    assert.deepEqual(await runsOf(core, { query: 'roses' }), [])
    assert.deepEqual((await entriesOf(core)).map(({ tool, sentence, verdict }) => [tool, sentence, verdict]), [[null, null, 'ask'], [null, null, 'run']])
    assert.equal((await core.call('run.show', { turnId: wrote })).run.chat, null)
    await core.close()
  })

  test('can be shown event by event; one with a broken journal up to there, with the reason', async () => {
    const { core, wrote } = await coreWithRuns()
    const shown = await core.call('run.show', { turnId: wrote })
    assert.deepEqual(shown.events.map(({ seq }) => seq), shown.events.map((_, index) => index + 1))
    assert.deepEqual([shown.events[0]?.event.kind, shown.events.at(-1)?.event.kind, shown.problem], ['turn.started', 'turn.ended', null])
    const other = new Database(join(core.dataDirectory, 'gatehouse.db'))
    other.exec(`DROP TRIGGER events_never_change; UPDATE events SET header = replace(header, '"step":1', '"step":7') WHERE turn_id = '${wrote}' AND kind = 'step.started' AND seq = 2`)
    other.close()
    const broken = await core.call('run.show', { turnId: wrote })
    assert.deepEqual([broken.events.length, broken.left], [1, shown.events.length - 1])
    assert.match(broken.problem ?? '', /^Event 2: /u)
    await assert.rejects(core.call('run.show', { turnId: 'turn_nobody' }), { code: 'input.not-found' })
    await core.close()
  })

  test('a check that was called off stops, and the next one is not disturbed by it', async () => {
    const place = placeWithRuns(Array.from({ length: 120 }, (_, index) => `n${index}`))
    const reading = createReading({ path: place.database.name })
    const runs = createRuns(place.database, reading.ask)
    const seen: string[] = []
    await new Promise<void>((resolve) => {
      runs.check(() => 7, () => {
        const { state } = runs.checkState()
        seen.push(state)
        if (state === 'done') return resolve()
        if (seen.length === 2) {
          runs.cancelCheck()
          assert.deepEqual(runs.checkState(), { state: 'cancelled', checked: 500, of: 1320 })
          runs.check(() => 8, () => { seen.push(`second ${runs.checkState().state}`); if (runs.checkState().state === 'done') resolve() })
        }
      })
    })
    assert.deepEqual(runs.checkState(), { state: 'done', checked: 1320, at: 8, finding: null })
    assert.deepEqual(seen, ['running', 'running', 'second running', 'second running', 'second running', 'second done'])
    await reading.close()
  })

  test('a check runs in the background, tells how it goes, and what it found', async () => {
    const { core } = await coreWithRuns()
    const done = () => core.until('runs.watch', {}, (item) => rowOf(item)?.check.state === 'done')
    const first = done()
    await core.call('audit.check', {})
    const row = rowOf(await first)
    assert.ok(row?.check.state === 'done')
    assert.deepEqual([row.check.finding, row.check.checked], [null, row.records])
    const other = new Database(join(core.dataDirectory, 'gatehouse.db'))
    other.exec(`DROP TRIGGER events_never_change; UPDATE events SET at = at + 1 WHERE position = 4`)
    other.close()
    const again = core.until('runs.watch', {}, (item) => { const check = rowOf(item)?.check; return check?.state === 'done' && check.finding !== null })
    await core.call('audit.check', {})
    const found = rowOf(await again)?.check
    assert.ok(found?.state === 'done')
    assert.deepEqual([found.finding?.position, found.finding?.problem], [4, 'changed'])
    await core.close()
  })
})
