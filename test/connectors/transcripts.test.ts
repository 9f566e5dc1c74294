import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatId, TurnId } from '../../shared/ids.ts'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'
import { inlineText, previewOf } from '../../shared/stored-text.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import type { LiveCore } from '../core/live-core.ts'
import { calls, startScripted } from '../core/scripted-core.ts'
import type { ScriptedStep } from '../core/script-model.ts'
import { listOf, memberOf } from './call-tool.ts'

/** What the only call of a turn gave, as the model read it. */
async function resultOf(core: LiveCore, turn: TurnId): Promise<{ readonly state: TurnState; readonly value: JsonObject; readonly text: string }> {
  const state = await core.ended(turn)
  const call = [...state.calls.values()].at(-1)
  assert.ok(call?.status === 'done')
  const content = call.ended.body?.content ?? inlineText('')
  const text = 'blob' in content ? (await core.call('blob.read', { digest: content.blob })).text : previewOf(content)
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  assert.ok(isJsonObject(value))
  return { state, value, text }
}

const search = (query: string) => calls(['transcripts__search_chats', { query }])
const read = (args: JsonObject) => calls(['transcripts__read_chat', args])

async function start() {
  const steps: ScriptedStep[] = []
  const core = await startScripted(steps, { on: ['transcripts'] })
  /** One turn of which the model says this. */
  const say = (chat: ChatId, text: string, script: readonly ScriptedStep[], parent?: TurnId | null): Promise<TurnId> => {
    steps.splice(0, steps.length, ...script)
    return core.say(chat, text, parent)
  }
  const told = async (...turns: readonly (readonly [text: string, ...script: readonly ScriptedStep[]])[]): Promise<ChatId> => {
    const chat = await core.newChat()
    for (const [text, ...script] of turns) await core.ended(await say(chat, text, script))
    return chat
  }
  return { core, say, told, ask: async (step: ScriptedStep) => resultOf(core, await say(await core.newChat(), 'what was that', [step])) }
}

describe('past chats', () => {
  test('are found by words and read, branch by branch as shown, with what was said and which tools ran', async () => {
    const { core, told, ask } = await start()
    const past = await told(['tell me of otters', { text: 'Otters hold hands.' }], ['look for yourself', calls(['probe__look', { name: 'pond' }]), { text: 'I looked.' }])
    assert.deepEqual(listOf((await ask(search('otter'))).value, 'chats').map(({ chat }) => chat), [past, past])
    const { value: found, state } = await ask(read({ chat: past }))
    assert.equal(state.tainted, false)
    assert.deepEqual(memberOf(found, 'title'), 'tell me of otters')
    assert.deepEqual(listOf(found, 'turns').map(({ message, answer, tools }) => [message, answer, tools]), [['tell me of otters', 'Otters hold hands.', undefined], ['look for yourself', 'I looked.', ['look']]])
    await core.close()
  })

  test('are none of the running chat, its own other versions included, and none that was deleted', async () => {
    const { core, say, told } = await start()
    const gone = await told(['the code is walrus one', { text: 'noted' }])
    const here = await told(['the code is walrus two', { text: 'noted' }], ['and walrus three', { text: 'noted' }])
    await core.call('chat.delete', { chatId: gone })
    assert.deepEqual(listOf((await resultOf(core, await say(here, 'again, from the start', [search('walrus')], null))).value, 'chats'), [])
    for (const [chat, words] of [[here, /this chat itself/], [gone, /no such chat/]] as const) {
      const { text } = await resultOf(core, await say(here, 'read it', [read({ chat })]))
      assert.match(text, words)
      assert.doesNotMatch(text, /walrus/)
    }
    await core.close()
  })

  test('bring the mark of what they had read, from an excerpt too, and a chat that reads nothing stays clean', async () => {
    const { core, told, ask } = await start()
    const past = await told(['read the page', calls(['probe__stranger', { name: 'a page' }]), { text: 'The page speaks of herons.' }])
    await told(['a heron of my own', { text: 'nothing of note' }])
    for (const step of [search('herons'), read({ chat: past })]) {
      const { state } = await ask(step)
      assert.equal(state.tainted, true)
      assert.match(state.taint[0]?.label ?? '', /^the chat “read the page” \(written after reading/)
    }
    assert.equal((await ask(search('own'))).state.tainted, false)
    await core.close()
  })

  test('come in bounded parts that follow one another', async () => {
    const long = 'w'.repeat(9_000)
    const { core, told, ask } = await start()
    const past = await told(...Array.from({ length: 9 }, (_, index) => [`turn ${index}`, { text: long }] as const))
    const seen: unknown[] = []
    let before: string | undefined
    for (let part = 0; part < 4; part += 1) {
      const { value } = await ask(read({ chat: past, ...(before === undefined ? {} : { before }) }))
      const turns = listOf(value, 'turns')
      assert.ok(JSON.stringify(value).length < 60_000)
      assert.match(String(turns[0]?.['answer']), /1000 characters more/)
      seen.unshift(...turns.map(({ message }) => message))
      if (memberOf(value, 'note') === undefined) break
      before = String(turns[0]?.['turn'])
    }
    assert.deepEqual(seen, Array.from({ length: 9 }, (_, index) => `turn ${index}`))
    await core.close()
  })
})
