import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { createSecretFilter } from '../../electron/core/secrets/redact.ts'
import { serverSecretName } from '../../shared/connector-record.ts'
import { answerWith, callTool, say } from '../fakes/messages-endpoint-answer.ts'
import { KEY, startWithEndpoint } from './model-places.ts'
import { review, whenReady } from './server-core.ts'

const FAKE_SERVER = join(import.meta.dirname, '..', 'fakes', 'mcp-server.ts')
const folders: string[] = []
after(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  folders.push(folder)
  return folder
}

const TOKEN = 'tok-5b1f/0c9e+77aa"42'
const FORMS = [TOKEN, JSON.stringify(TOKEN).slice(1, -1), encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64'), Buffer.from(TOKEN).toString('base64url')]

/** Names of files under the data directory that hold one of these. The vault and the keychain are elsewhere, or encrypted. */
function filesWith(directory: string, texts: readonly string[]): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const content = readFileSync(join(entry.parentPath, entry.name))
    return texts.some((text) => content.includes(text)) ? [entry.name] : []
  })
}

describe('a secret that was used', () => {
  test('that a server gives out is in no file, no request and nothing a window is sent', async () => {
    const workspace = makeFolder()
    writeFileSync(join(workspace, 'leak.txt'), `left behind: ${FORMS.join(' and ')}`)
    const core = await startWithEndpoint({ answers: [
      answerWith([callTool('mcp-keyed__environment', '{}'), callTool('files__read', '{"path":"leak.txt"}')]),
      answerWith([callTool('mcp-keyed__echo', JSON.stringify({ what: TOKEN })), callTool('probe__look', JSON.stringify({ name: `fails for ${TOKEN}`, fail: true })), callTool('mcp-keyed__echo', `{"broken": "${FORMS[2] ?? ''}`)]),
      say(`It was ${TOKEN}, or ${FORMS[3] ?? ''}.`, { pieceLength: 3 }),
    ] }, { settings: { workspace } })
    const wire: string[] = []
    const { connectorId } = await core.call('connector.add', { label: 'Keyed', reach: { kind: 'command', command: process.execPath, args: [FAKE_SERVER, 'plain'], cwd: null }, values: [{ name: 'KEY', value: null, secret: true }] })
    await core.call('secret.set', { name: serverSecretName(connectorId, 'KEY'), value: TOKEN, where: 'session' })
    await core.call('connector.switch', { connectorId, on: true })
    await whenReady(core, connectorId)
    for (const tool of ['environment', 'echo']) await review(core, connectorId, tool, 'read')
    const turnId = await core.say(await core.newChat(), 'ask keyed for its environment and to echo')
    core.watch('turn.watch', { turnId, after: 0 }, (item) => { wire.push(JSON.stringify(item)) })
    const state = await core.ended(turnId)
    wire.push(JSON.stringify(await core.call('turn.read', { turnIds: [turnId] })))
    assert.equal(state.ended?.outcome, 'completed')
    const sent = core.endpoint.requests.map(({ text }) => text).join('\n')
    assert.match(sent, /KEY_LENGTH/, 'the server had the secret')
    for (const form of [...FORMS, ...FORMS.map((one) => JSON.stringify(one).slice(1, -1))]) {
      assert.ok(!sent.includes(form), `a request holds ${form}`)
      assert.ok(!wire.join('\n').includes(form), `the window was sent ${form}`)
    }
    assert.match(wire.join('\n'), /It was \[secret\], or \[secret\]\./)
    assert.deepEqual(filesWith(core.dataDirectory, FORMS), [])
    await core.close()
  })
  test('goes unnoticed by a tool that is sent what the model said: what is judged and shown is what runs', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('probe__wipe', `{"name":"${KEY}"}`)])] })
    const turnId = await core.say(await core.newChat(), 'go')
    const question = await core.question(turnId)
    assert.deepEqual(question.arguments, { text: '{"name":"[secret]"}' })
    await core.answer(question, 'approve')
    await core.ended(turnId)
    assert.deepEqual(core.probe.log, ['start [secret]', 'end [secret]'])
    await core.close()
  })

  test('makes the model’s thinking that holds it stay behind', async () => {
    const core = await startWithEndpoint({ thinkingMayBeMissing: true, answers: [answerWith([{ type: 'thinking', thinking: `the key is ${KEY}`, signature: 'c2ln' }, callTool('probe__look', '{"name":"a"}')]), say('Seen.')] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.steps[0]?.blocks.map(({ type }) => type)], ['completed', ['call']])
    await core.close()
  })
})

describe('text that comes in pieces', () => {
  const secrets = ['abcabcabd', 'secret-value-1', TOKEN]

  test('is the same in the end as the whole, however it was cut, and never shows more than that', () => {
    const filter = createSecretFilter(secrets)
    const piece = fc.oneof(fc.constantFrom(...secrets, 'abcabc', 'secret-val', TOKEN.slice(0, 9), Buffer.from(TOKEN).toString('base64')), fc.string({ maxLength: 4 }))
    fc.assert(fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const text = parts.join('')
      const stream = filter.stream()
      let shown = ''
      for (let at = 0; at < text.length; at += size) {
        shown += stream.add(text.slice(at, at + size))
        for (const secret of secrets) assert.ok(!shown.includes(secret))
      }
      assert.equal(shown + stream.end(), filter.redact(text))
    }), { numRuns: 500 })
  })

  test('waits for nothing that can’t become a secret any more', () => {
    const stream = createSecretFilter(['secret-value-1']).stream()
    assert.deepEqual([stream.add('no sec'), stream.add('t; secret-value-1'), stream.add('.'), stream.end()], ['no ', 'sect; [secret]', '.', ''])
  })
})
