import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { AppError } from '../../shared/errors.ts'
import { createCoreClient } from '../../shared/core-client.ts'
import { linkTransports } from '../../shared/memory-transport.ts'
import type { Question } from '../../shared/run-record.ts'
import { serveClient } from '../../electron/core/core.ts'
import { createProbe } from './probe-connector.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const STEPS = [calls(['probe__wipe', { name: 'x' }]), calls(['probe__look', { name: 'after' }]), { text: 'Done.' }]
const isFull = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'store.full' && /disk/u.test(error.message) && /Nothing of this step was stored, so nothing of it runs/u.test(error.kept ?? '') && /Free some space/u.test(error.advice ?? '')

const asked = async (core: ScriptedCore): Promise<Question> => core.question(await core.say(await core.newChat(), 'go'))
const isOpen = async (core: ScriptedCore, { callId }: Question): Promise<boolean> => {
  const item = await core.until('questions.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' && item.rows.some((row) => row.callId === callId)
}

function testOn({ folder, fill, free }: SmallDisk): void {
  const openAt = (name: string, probe = createProbe()): Promise<ScriptedCore> => startScripted(STEPS, { dataDirectory: join(folder, name) }, probe)

  test('doesn’t count: nothing runs, the person is told, the question stays, and once there is room it can be answered', async () => {
    const core = await openAt('one')
    const question = await asked(core)
    fill()
    await assert.rejects(core.answer(question, 'approve'), isFull)
    await assert.rejects(core.answer(question, 'reject', 'No.'), isFull)
    const { client, core: transport } = linkTransports()
    const stop = serveClient(transport, core.core.handlers, { clientId: 'window' })
    const window = createCoreClient((listener) => { listener.opened(client); return () => undefined })
    await assert.rejects(window.call('chat.create', {}), { code: 'store.full', kept: 'Nothing of this was stored.' })
    // What is stored can be read all the while.
    assert.deepEqual([core.probe.log, await isOpen(core, question), (await core.state(question.turnId)).parked], [[], true, question.callId])
    assert.equal((await core.call('chat.search', { query: 'go', limit: 5 })).length, 1)
    free()
    await window.call('chat.create', {})
    stop()
    assert.equal((await core.answer(question, 'approve')).status, 'accepted')
    assert.equal((await core.ended(question.turnId)).ended?.outcome, 'completed')
    assert.deepEqual(core.probe.log, ['start x', 'end x', 'start after', 'end after'])
    assert.equal((await core.answer(question, 'approve')).status, 'late')
    await core.close()
  })

  test('doesn’t count after a restart either: a start on the full disk says why, and the question is asked as it was', async () => {
    const probe = createProbe()
    const first = await openAt('two', probe)
    const question = await asked(first)
    fill()
    await assert.rejects(first.answer(question, 'approve'), isFull)
    await first.close()
    // What its log had held is free now.
    fill()
    await assert.rejects(openAt('two', probe), { code: 'store.full' })
    free()
    const second = await openAt('two', probe)
    const again = await second.question(question.turnId)
    assert.deepEqual([again.callId, again.question, again.digest, probe.log], [question.callId, question.question, question.digest, []])
    await second.answer(again, 'approve')
    assert.equal((await second.ended(question.turnId)).ended?.outcome, 'completed')
    assert.deepEqual(probe.log, ['start x', 'end x', 'start after', 'end after'])
    await second.close()
  })
}

describe('an answer that finds the disk full', () => {
  const disk = mountSmallDisk()
  after(() => { disk?.remove() })
  // Where this user may mount one; the engine's own word is tested everywhere.
  if (disk !== null) testOn(disk)

  test('by the engine’s own word, where no disk can be filled: an edited call is as it was, and no page is lost', async (context) => {
    const opened: Database.Database[] = []
    const { pragma } = Database.prototype
    // The core's own connection, for which the engine is told that there are no more pages.
    context.mock.method(Database.prototype, 'pragma', function record(this: Database.Database, ...given: Parameters<typeof pragma>) {
      if (given[0] === 'journal_mode = WAL') opened.push(this)
      return Reflect.apply(pragma, this, given)
    })
    const core = await startScripted(STEPS)
    const [connection] = opened
    assert.ok(connection !== undefined)
    const question = await asked(core)
    const most = connection.pragma('max_page_count', { simple: true })
    connection.pragma(`max_page_count = ${String(connection.pragma('page_count', { simple: true }))}`)
    const edit = () => core.call('turn.edit-call', { turnId: question.turnId, callId: question.callId, question: question.question, digest: question.digest, arguments: JSON.stringify({ name: 'y'.repeat(1_000_000) }) })
    await assert.rejects(edit(), isFull)
    assert.deepEqual([core.probe.log, await isOpen(core, question)], [[], true])
    connection.pragma(`max_page_count = ${String(most)}`)
    assert.equal((await edit()).status, 'accepted')
    assert.equal(connection.pragma('integrity_check', { simple: true }), 'ok')
    assert.equal((await core.ended(question.turnId)).ended?.outcome, 'completed')
    assert.deepEqual(core.probe.log.map((entry) => entry.slice(0, 9)), ['start yyy', 'end yyyyy', 'start aft', 'end after'])
    await core.close()
  })
})
