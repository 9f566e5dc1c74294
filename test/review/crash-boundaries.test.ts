import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import type { TurnId } from '../../shared/ids.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { calls, startScripted, type ScriptedCore } from '../core/scripted-core.ts'
import { createProbe } from '../core/probe-connector.ts'
import type { ScriptedStep } from '../core/script-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-boundaries-'))
after(() => { rmSync(folder, { recursive: true, force: true }) })

/** What was on disk after a commit, and what the tools had done by then. */
interface Moment { readonly events: number; readonly bytes: Buffer; readonly effects: readonly string[] }

/** Plays a turn to its end, answering with `answer`, and keeps the database as it was after each commit. */
async function record(name: string, steps: readonly ScriptedStep[], answer: (core: ScriptedCore, turn: TurnId) => () => void): Promise<{ moments: readonly Moment[]; turn: TurnId }> {
  const dataDirectory = join(folder, name)
  const onCommit = { keep: (): void => undefined }
  const core = await startScripted(steps, { dataDirectory, additions: { onAppended: () => { onCommit.keep() } } })
  const reader = new Database(join(dataDirectory, 'gatehouse.db'), { readonly: true })
  const moments = new Map<number, Moment>()
  const keep = (): void => {
    const events = Number(reader.prepare('SELECT count(*) FROM events').pluck().get())
    if (!moments.has(events)) moments.set(events, { events, bytes: reader.serialize(), effects: [...core.probe.log] })
  }
  onCommit.keep = keep
  const chat = await core.newChat()
  const turn = await core.say(chat, 'go')
  const endAnswers = answer(core, turn)
  await core.ended(turn)
  keep()
  endAnswers()
  onCommit.keep = () => undefined
  reader.close()
  await core.close()
  return { moments: [...moments.values()].filter(({ events }) => events > 0), turn }
}

const answerAll = (kind: 'approve' | 'reject' | 'reject-following') => (core: ScriptedCore, turn: TurnId): (() => void) =>
  core.watch('questions.watch', {}, (item) => {
    const rows = item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []
    for (const row of rows) if (row.turnId === turn) void (row.asks.kind === 'outcome' ? core.settle(row, 'skip') : core.answer(row, kind))
  })

/** A power cut at that moment, and the next start. */
async function recover(moment: Moment, turn: TurnId, steps: readonly ScriptedStep[], answer: (core: ScriptedCore, turn: TurnId) => () => void): Promise<{ state: TurnState; effects: readonly string[]; core: ScriptedCore }> {
  const dataDirectory = join(folder, `after-${turn}-${moment.events}`)
  mkdirSync(dataDirectory)
  writeFileSync(join(dataDirectory, 'gatehouse.db'), moment.bytes)
  const core = await startScripted(steps, { dataDirectory }, createProbe())
  const endAnswers = answer(core, turn)
  const state = await core.ended(turn)
  endAnswers()
  return { state, effects: [...moment.effects, ...core.probe.log], core }
}

const SCENARIOS: readonly { readonly what: string; readonly steps: readonly ScriptedStep[]; readonly answer: 'approve' | 'reject' | 'reject-following' }[] = [
  { what: 'reads, writes, a question and an unknown name', answer: 'approve', steps: [calls(['probe__look', { name: 'r1' }], ['probe__change', { name: 'w1' }], ['nowhere', {}], ['probe__wipe', { name: 'd1' }], ['probe__change', { name: 'w2' }], ['probe__look', { name: 'r2' }]), { text: 'Done.' }] },
  { what: 'taint, then writes that ask', answer: 'approve', steps: [calls(['probe__stranger', { name: 's' }]), calls(['probe__change', { name: 'w1' }], ['probe__change', { name: 'w2' }]), { text: 'Done.' }] },
  { what: 'rejecting all that follow', answer: 'reject-following', steps: [calls(['probe__wipe', { name: 'd1' }], ['probe__change', { name: 'w1' }], ['probe__wipe', { name: 'd2' }]), { text: 'Done.' }] },
]

describe('a power cut after any commit', () => {
  for (const { what, steps, answer } of SCENARIOS) test(`${what}: each call has exactly one result and no effect happens twice`, { timeout: 60_000 }, async () => {
    const { moments, turn } = await record(what.replaceAll(/\W+/g, '-'), steps, answerAll(answer))
    assert.ok(moments.length >= 5, `only ${moments.length} moments were seen`)
    for (const moment of moments) {
      const { state, effects, core } = await recover(moment, turn, steps, answerAll(answer))
      const at = `after ${moment.events} events`
      assert.ok(state.ended !== null, at)
      for (const call of state.calls.values()) assert.equal(call.status, 'done', `${at}: ${call.call.position}`)
      const writes = effects.filter((entry) => /^start [wd]/.test(entry))
      assert.deepEqual(writes, [...new Set(writes)], `${at}: no write or wipe starts twice`)
      const told = (await core.events(turn)).filter(({ event }) => event.kind === 'tool.ended').map(({ event }) => event.kind === 'tool.ended' ? event.callId : '')
      assert.deepEqual(told, [...new Set(told)], `${at}: one result for each call`)
      const request = core.script.requests.at(-1)
      const uses = request?.messages.flatMap((message) => message.content.flatMap((part) => part.type === 'tool-use' ? [part.callId] : [])) ?? []
      const results = request?.messages.flatMap((message) => message.content.flatMap((part) => part.type === 'tool-result' ? [part.callId] : [])) ?? []
      assert.deepEqual(results, uses, `${at}: every call in the request has its one result, in order`)
      await core.close()
    }
  })
})
