import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { TurnId } from '../../shared/ids.ts'
import type { CaptureLevel } from '../../shared/role.ts'
import type { ModelRequest } from '../../electron/core/model/model.ts'
import { say } from '../fakes/messages-endpoint-answer.ts'
import { KEY, startWithEndpoint } from './model-places.ts'
import { createProbe } from './probe-connector.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'
import type { ScriptedStep } from './script-model.ts'

const folders: string[] = []
after(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-capture-'))
  folders.push(folder)
  return folder
}

const WORDS = ['quasar', 'nebula', 'pulsar'] as const
/** The person says one word, the model another and calls a tool with a third, which also returns it. */
const STEPS: readonly ScriptedStep[] = [{ text: 'I see a nebula.', calls: [{ tool: 'probe__change', args: { name: 'pulsar' } }] }, { text: 'The nebula is done.' }]
const at = (capture: CaptureLevel, dataDirectory: string): Promise<ScriptedCore> => startScripted(STEPS, { dataDirectory, settings: { capture } })
const filesOf = (dataDirectory: string): string => ['gatehouse.db', 'gatehouse.db-wal'].map((name) => join(dataDirectory, name)).filter(existsSync).map((path) => readFileSync(path, 'latin1')).join('\n')
const wordsIn = (text: string): readonly string[] => WORDS.filter((word) => text.includes(word))
const settle = (): Promise<void> => new Promise((resolve) => { setImmediate(() => setImmediate(resolve)) })
const bodies = async (core: ScriptedCore, turnId: TurnId): Promise<string> => JSON.stringify((await core.events(turnId)).map(({ event: { meta, body } }) => [meta, body]))

describe('what is kept of a turn', () => {
  for (const [level, kept] of [['none', []], ['metadata', []], ['io', WORDS], ['full', WORDS]] as const) {
    test(`at ${level}: ${kept.length === 0 ? 'none of its words, in no file' : 'all of its words'}`, async () => {
      const dataDirectory = makeFolder()
      const core = await at(level, dataDirectory)
      const turn = await core.say(await core.newChat(), 'a quasar, please')
      const seen = await core.ended(turn)
      assert.deepEqual(wordsIn(JSON.stringify(seen.steps.map(({ blocks }) => blocks))), ['nebula'], 'whoever watches sees it all the same')
      assert.deepEqual(core.probe.log, ['start pulsar', 'end pulsar'])
      const stored = await core.state(turn)
      assert.deepEqual(wordsIn(await bodies(core, turn)), kept)
      assert.deepEqual([stored.started?.capture, stored.ended?.outcome, stored.calls.size, stored.steps.length], [level, 'completed', 1, 2])
      assert.equal([...stored.calls.values()][0]?.call.meta?.tool?.tool ?? null, level === 'none' ? null : 'change')
      await settle()
      assert.deepEqual(wordsIn(filesOf(dataDirectory)), kept)
      await core.close()
      assert.deepEqual(wordsIn(filesOf(dataDirectory)), kept)
    })
  }

  test('is the level that was set when it began, whatever is set meanwhile', async () => {
    const core = await startScripted([calls(['probe__change', { name: 'pulsar', hold: true }])], { settings: { capture: 'none' } })
    const turn = await core.say(await core.newChat(), 'quasar')
    await core.probe.logged('start pulsar')
    await core.call('settings.update', { capture: 'full' })
    core.probe.release('pulsar')
    await core.ended(turn)
    assert.deepEqual([(await core.state(turn)).started?.capture, wordsIn(await bodies(core, turn))], ['none', []])
    await core.close()
  })

  test('includes requests at full alone, each with its step, and exactly as they were sent', async () => {
    for (const level of ['io', 'full'] as const) {
      const core = await at(level, makeFolder())
      const turn = await core.say(await core.newChat(), 'quasar')
      await core.ended(turn)
      const started = (await core.events(turn)).flatMap(({ event }) => (event.kind === 'step.started' ? [event] : []))
      const texts = await Promise.all(started.map(async ({ body }) => {
        const request = body?.request
        return request === undefined ? null : 'text' in request ? request.text : (await core.call('blob.read', { digest: request.blob })).text
      }))
      const sent: readonly ModelRequest[] = core.script.requests
      assert.deepEqual(texts, level === 'full' ? sent.map((request) => JSON.stringify(request)) : [null, null])
      assert.equal(sent.length, 2)
      await core.close()
    }
  })

  test('holds at full the words of a request and never the key it went with', async () => {
    const dataDirectory = makeFolder()
    const core = await startWithEndpoint({ answers: [say('Hello.')] }, { dataDirectory, settings: { capture: 'full' } })
    await core.ended(await core.say(await core.newChat(), 'quasar'))
    assert.equal(core.endpoint.requests[0]?.headers.authorization, `Bearer ${KEY}`)
    await core.close()
    const files = filesOf(dataDirectory)
    assert.deepEqual([files.includes('You are the assistant in Gatehouse'), files.includes(KEY)], [true, false])
  })

  test('is not put into a tool’s cache either: the same call of the next turn runs again', async () => {
    const look = calls(['probe__remembered_look', { name: 'pulsar' }])
    for (const [level, runs, kept] of [['metadata', 2, []], ['io', 1, ['pulsar']]] as const) {
      const dataDirectory = makeFolder()
      const core = await startScripted([look], { dataDirectory, settings: { capture: level } })
      for (const words of ['one', 'two']) await core.ended(await core.say(await core.newChat(), words))
      assert.equal(core.probe.log.filter((entry) => entry === 'start pulsar').length, runs)
      await core.close()
      assert.deepEqual(wordsIn(filesOf(dataDirectory)), kept)
    }
  })

  test('can’t be guessed from what is left: the same call of two turns has two digests', async () => {
    const core = await at('metadata', makeFolder())
    const digests: unknown[] = []
    for (const words of ['one', 'two']) {
      const turn = await core.say(await core.newChat(), words)
      await core.ended(turn)
      digests.push([...(await core.state(turn)).calls.values()][0]?.call.meta?.digest)
    }
    assert.ok(digests.every((digest) => digest !== undefined))
    assert.notEqual(digests[0], digests[1])
    await core.close()
  })
})

test('a turn that nobody followed is shown once to whoever asks first, and never again', async () => {
  const core = await at('none', makeFolder())
  const chat = await core.newChat()
  const over = core.until('chat.watch', { chatId: chat }, (item) => item.kind === 'changed' && item.row.endedAt !== null)
  const turn = await core.say(chat, 'quasar')
  await over
  assert.deepEqual([wordsIn(await bodies(core, turn)), wordsIn(await bodies(core, turn))], [WORDS, []])
  const followed = await core.say(chat, 'quasar')
  await core.ended(followed)
  assert.deepEqual(wordsIn(await bodies(core, followed)), [])
  await core.close()
})

describe('an open turn at none', () => {
  test('still asks with the whole call, and runs it when it is approved', async () => {
    const core = await startScripted([calls(['probe__wipe', { name: 'pulsar' }])], { settings: { capture: 'none' } })
    const turn = await core.say(await core.newChat(), 'quasar')
    const question = await core.question(turn)
    assert.deepEqual(question.arguments, { text: '{"name":"pulsar"}' })
    await core.answer(question, 'approve')
    await core.ended(turn)
    assert.deepEqual([core.probe.log, wordsIn(await bodies(core, turn))], [['start pulsar', 'end pulsar'], []])
    await core.close()
  })

  test('survives a restart with all that it needs, and is pruned when it ends after it', async () => {
    const dataDirectory = makeFolder()
    const steps = [calls(['probe__wipe', { name: 'pulsar' }])]
    const before = await startScripted(steps, { dataDirectory, settings: { capture: 'none' } })
    const turn = await before.say(await before.newChat(), 'quasar')
    await before.question(turn)
    await before.close()
    const core = await startScripted(steps, { dataDirectory, settings: { capture: 'io' } }, createProbe())
    await core.answer(await core.question(turn), 'approve')
    await core.ended(turn)
    assert.deepEqual([core.probe.log, wordsIn(await bodies(core, turn))], [['start pulsar', 'end pulsar'], []])
    await core.close()
    assert.deepEqual(wordsIn(filesOf(dataDirectory)), [])
  })
})

describe('a chat with a turn that wasn’t kept', () => {
  test('goes on: nothing of that turn is sent, and what is sent is well-formed', async () => {
    const core = await at('io', makeFolder())
    const chat = await core.newChat()
    await core.ended(await core.say(chat, 'the first'))
    await core.call('settings.update', { capture: 'metadata' })
    await core.ended(await core.say(chat, 'quasar'))
    await core.call('settings.update', { capture: 'io' })
    await core.ended(await core.say(chat, 'the third'))
    const { messages } = core.script.requests.at(-1) ?? assert.fail('nothing was sent')
    assert.deepEqual(messages.map(({ role }) => role), ['user', 'assistant', 'user', 'assistant', 'user', 'assistant', 'user'])
    assert.equal(JSON.stringify(messages).includes('quasar'), false)
    for (const [index, message] of messages.entries()) {
      const uses = message.content.flatMap((part) => (part.type === 'tool-use' ? [part.callId] : []))
      const results = (messages[index + 1]?.content ?? []).flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))
      if (uses.length > 0) assert.deepEqual(results, uses)
    }
    await core.close()
  })

  test('is tainted no longer by what isn’t sent any more, and still by what is', async () => {
    const read = 'call probe__stranger {"name":"p"}'
    const core = await startScripted([], { settings: { capture: 'none' } })
    await core.call('settings.update', { model: 'practice' })
    const chat = await core.newChat()
    assert.equal((await core.ended(await core.say(chat, read))).tainted, true)
    assert.equal((await core.ended(await core.say(chat, 'hello'))).tainted, false)
    await core.call('settings.update', { capture: 'io' })
    assert.equal((await core.ended(await core.say(chat, read))).tainted, true)
    await core.call('settings.update', { capture: 'none' })
    for (const words of ['hello', 'hello again']) assert.equal((await core.ended(await core.say(chat, words))).started?.tainted, true, 'the turn before it is still sent')
    const listed = await core.until('chats.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(listed.kind === 'snapshot' ? listed.rows.map((row) => row.tainted) : [], [true])
    await core.close()
  })

  test('has no title and no preview of its words, and isn’t found by them', async () => {
    const core = await at('metadata', makeFolder())
    const chat = await core.newChat()
    await core.ended(await core.say(chat, 'quasar'))
    assert.deepEqual(await core.call('chat.search', { query: 'quasar', limit: 5 }), [])
    const listed = await core.until('chats.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(listed.kind === 'snapshot' ? listed.rows.map((row) => [row.title, row.draft]) : [], [['', '']])
    const { content } = await core.call('chat.export', { chatId: chat, format: 'markdown' })
    assert.deepEqual(wordsIn(content), [])
    assert.match(content, /not kept/)
    await core.close()
  })
})

describe('kill -9', () => {
  for (const [moment, steps] of [
    ['turn.ended', STEPS],
    ['tool.started', [{ text: 'I see a nebula.', calls: [{ tool: 'probe__change', args: { name: 'pulsar', hold: true } }] }]],
  ] as const) {
    test(`of a turn at none at its ${moment}: after the next start it has ended, and none of its words are left`, async () => {
      const dataDirectory = makeFolder()
      // What is set here is what the turn begins with in the process that is killed.
      await (await at('none', dataDirectory)).close()
      const turn = await runUntil(dataDirectory, steps, moment)
      const core = await at('io', dataDirectory)
      if (moment === 'tool.started') await core.settle(await core.question(turn), 'skip')
      const ended = await core.ended(turn)
      assert.equal(ended.ended?.outcome, 'completed')
      await settle()
      assert.deepEqual([wordsIn(await bodies(core, turn)), wordsIn(filesOf(dataDirectory))], [[], []])
      await core.close()
    })
  }
})

/** Runs a turn in a process of its own and kills that as soon as it says that this was stored. */
async function runUntil(dataDirectory: string, steps: readonly ScriptedStep[], moment: string): Promise<TurnId> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-child.ts'), dataDirectory, join(dataDirectory, 'witness'), JSON.stringify(steps)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => { child.once('exit', resolve) })
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, turnId] = line.split(' ')
    if (kind !== moment) continue
    child.kill('SIGKILL')
    await exited
    return TurnId.parse(turnId)
  }
  assert.fail(`it ended without ${moment}`)
}
