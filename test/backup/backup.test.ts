import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { calls, startScripted } from '../core/scripted-core.ts'
import { createProbe } from '../core/probe-connector.ts'
import { exportAll, send } from './backup-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
after(() => { rmSync(folder, { recursive: true, force: true }) })
let places = 0
const newPlace = (): string => join(folder, String(places += 1))
const folderIn = (dataDirectory: string, pattern: RegExp): string | undefined => readdirSync(dataDirectory).find((name) => pattern.test(name))
const titles = async (core: LiveCore): Promise<readonly string[]> => {
  const item = await core.until('chats.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows.map(({ title }) => title) : []
}
const memories = async (core: LiveCore): Promise<readonly string[]> => (await core.call('memory.list', { query: '', offset: 0, limit: 20 })).rows.map(({ text }) => text)

/** One with a chat, a memory and a skill of the person's. */
async function lived(dataDirectory: string): Promise<LiveCore> {
  mkdirSync(join(dataDirectory, 'skills', 'weekly'), { recursive: true })
  writeFileSync(join(dataDirectory, 'skills', 'weekly', 'SKILL.md'), '---\nname: weekly\ndescription: Looks back on the week\n---\nRead the notes.\n')
  const core = await startCore({ dataDirectory })
  await core.ended(await core.say(await core.newChat(), 'remember that the key is under the mat'))
  return core
}

describe('everything that is stored, taken out as one file and in again', () => {
  test('is there after the next start, and what was there before is kept beside it', async () => {
    const [from, to] = [newPlace(), newPlace()]
    const first = await lived(from)
    const file = await exportAll(first)
    await first.close()
    assert.equal(existsSync(join(from, 'exchange')) && readdirSync(join(from, 'exchange')).length > 0, false, 'nothing of the export is left')

    let second = await startCore({ dataDirectory: to })
    await second.call('memory.add', { text: 'It was here before' })
    const backupId = await send(second, file)
    const summary = await second.call('backup.check', { backupId })
    assert.deepEqual([summary.chats, summary.runs, summary.memories, summary.skills, summary.openRuns, summary.chainProblem, summary.madeBy], [1, 1, 1, 1, 0, null, '0.0.0'])
    assert.deepEqual(await second.call('backup.accepted', {}), { accepted: null })
    await second.call('backup.accept', { backupId })
    assert.equal((await second.call('backup.accepted', {})).accepted?.backupId, backupId)
    assert.deepEqual([await titles(second), await memories(second)], [[], ['It was here before']], 'nothing changes before the next start')
    await second.close()

    second = await startCore({ dataDirectory: to })
    assert.deepEqual(await memories(second), ['the key is under the mat'])
    assert.equal((await titles(second)).length, 1)
    assert.match(readFileSync(join(to, 'skills', 'weekly', 'SKILL.md'), 'utf8'), /Looks back on the week/)
    assert.deepEqual(await second.call('backup.accepted', {}), { accepted: null })
    await second.ended(await second.say(await second.newChat(), 'remember that it goes on'))
    await second.call('audit.check', {})
    const item = await second.until('runs.watch', {}, (one) => one.kind !== 'removed' && (one.kind === 'snapshot' ? one.rows : [one.row]).some(({ check }) => check.state === 'done'))
    assert.ok(item.kind !== 'removed' && (item.kind === 'snapshot' ? item.rows : [item.row]).every(({ check }) => check.state === 'done' && check.finding === null), 'the chain goes on from the imported one')
    await second.close()

    const aside = folderIn(to, /^before-import-/)
    assert.ok(aside !== undefined)
    const before = new Database(join(to, aside, 'gatehouse.db'), { readonly: true })
    assert.deepEqual(before.prepare('SELECT text FROM memories').pluck().all(), ['It was here before'])
    before.close()
  })

  test('can be taken back until the next start, and leaves nothing', async () => {
    const file = await exportAll(await lived(newPlace()))
    const to = newPlace()
    const core = await startCore({ dataDirectory: to })
    const backupId = await send(core, file)
    await core.call('backup.check', { backupId })
    await core.call('backup.accept', { backupId })
    await core.call('backup.discard', { backupId })
    await core.close()
    const next = await startCore({ dataDirectory: to })
    assert.deepEqual([await titles(next), folderIn(to, /^before-import-/), existsSync(join(to, 'exchange'))], [[], undefined, false])
    await next.close()
  })

  test('can be called off while it is looked through: nothing of it is left, and another can be chosen', async () => {
    const file = await exportAll(await lived(newPlace()))
    const to = newPlace()
    const core = await startCore({ dataDirectory: to })
    const backupId = await send(core, file)
    const checked = core.call('backup.check', { backupId })
    await core.call('backup.discard', { backupId })
    await assert.rejects(checked, { code: 'input.not-found' })
    assert.deepEqual(readdirSync(join(to, 'exchange')), [])
    assert.equal((await core.call('backup.check', { backupId: await send(core, file) })).memories, 1)
    await core.close()
  })

  test('goes on while a turn works, and holds what was stored by then', async () => {
    const core = await startScripted([{ text: 'half', hold: true }], { dataDirectory: newPlace() })
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    const file = await exportAll(core)
    const path = join(folder, 'while.db')
    writeFileSync(path, file)
    const database = new Database(path, { readonly: true })
    assert.deepEqual(database.prepare('SELECT turn_id FROM turns').pluck().all(), [turn])
    database.close()
    await core.call('turn.stop', { turnId: turn })
    await core.close()
  })
})

test('a run that was open when the backup was made ends with the import: nothing of it runs, and its question is gone', async () => {
  const probe = createProbe()
  const core = await startScripted([calls(['probe__wipe', { name: 'x' }]), { text: 'Done.' }], { dataDirectory: newPlace() }, probe)
  const turn = await core.say(await core.newChat(), 'go')
  await core.question(turn)
  const file = await exportAll(core)
  await core.close()

  const to = newPlace()
  const second = await startScripted([], { dataDirectory: to }, createProbe())
  const backupId = await send(second, file)
  assert.equal((await second.call('backup.check', { backupId })).openRuns, 1)
  await second.call('backup.accept', { backupId })
  await second.close()
  const third = await startScripted([{ text: 'It goes on.' }], { dataDirectory: to }, probe)
  const state = await third.state(turn)
  assert.equal(state.ended?.outcome, 'stopped')
  const item = await third.until('questions.watch', {}, ({ kind }) => kind === 'snapshot')
  assert.deepEqual([item.kind === 'snapshot' ? item.rows : null, probe.log], [[], []])
  assert.deepEqual(new Database(join(to, 'gatehouse.db'), { readonly: true }).prepare(`SELECT 1 FROM settings WHERE name = 'imported'`).all(), [], 'the next start ends nothing')
  await third.close()
})
