import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerWith, callTool, refuse, say } from '../fakes/messages-endpoint-answer.ts'
import { startCore } from './live-core.ts'
import { endpointProfile, KEY, startEndpoint } from './model-places.ts'
import { makeKeyHome, readHome, runKeySession, type KeyHome } from './run-key-session.ts'

const PASSPHRASE = 'several unrelated words'
const WRONG = 'sk-wrong-b81c55d0e4f7a926'
const save = (baseUrl: string, rest: Parameters<typeof endpointProfile>[1] = {}) => ({ call: 'model.save', input: { profile: endpointProfile(baseUrl, rest), isNew: true } })
const choose = { call: 'model.choose', input: { name: 'Local' } }
const set = (value: string, where: string) => ({ call: 'secret.set', input: { name: 'local', value, where } })

/** Fails when any of the values can be read anywhere, plainly or encoded. */
function assertHidden(home: KeyHome, outputs: readonly string[], values: readonly string[]): void {
  const texts = [...readHome(home), ...outputs.map((text, index) => ({ path: `output ${index}`, text }))]
  assert.ok(texts.some(({ path }) => path.endsWith('.db') || path.includes('gatehouse')), texts.map(({ path }) => path).join())
  for (const value of values) {
    const forms = [value, Buffer.from(value).toString('base64').replace(/=+$/, ''), Buffer.from(value).toString('hex'), encodeURIComponent(value)]
    for (const { path, text } of texts) for (const form of forms) assert.ok(!text.includes(form), `a secret can be read in ${path}`)
  }
}

test('after a session with every kind of failure, no file, frame or output holds a key or a passphrase', async () => {
  const home = makeKeyHome()
  const endpoint = await startEndpoint({ answers: [
    say('Hello.'), answerWith([callTool('memory__remember', '{"text":"the report is due"}')]), say('Kept.'),
    refuse(400, 'invalid_request_error', `you sent Bearer ${KEY}, x-api-key: ${KEY}`), answerWith([{ type: 'text', text: 'Half' }], { trouble: { after: 4, how: { error: 'api_error', message: `it broke for ${KEY}` } } }),
  ] })
  const { outcomes, output } = await runKeySession(home, { environment: { LOCAL_KEY: KEY } }, [
    save(endpoint.url), choose, set(WRONG, 'session'), { say: 'a refused key' },
    set(`${KEY}\nand a second line`, 'session'), { call: 'model.test', input: { profile: endpointProfile(endpoint.url), key: WRONG } },
    set(KEY, 'keychain'),
    { call: 'vault.create', input: { passphrase: PASSPHRASE } }, set(KEY, 'vault'), { say: 'one' }, { say: 'two' }, { say: 'three' }, { say: 'four' },
    { call: 'vault.lock', input: {} }, { say: 'five' }, { call: 'vault.unlock', input: { passphrase: `${PASSPHRASE}!` } }, { call: 'vault.unlock', input: { passphrase: PASSPHRASE } },
    save(endpoint.url, { name: 'By variable', key: { kind: 'environment', variable: 'LOCAL_KEY' } }), { call: 'model.choose', input: { name: 'By variable' } }, { say: 'six' },
    { call: 'command.run', input: { chatId: null, line: '/status' } }, { call: 'command.run', input: { chatId: null, line: '/model' } }, { call: 'secret.places', input: {} },
  ])
  const said = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [outcome] : []))
  assert.match(said[0] ?? '', /^failed The key was refused/)
  assert.deepEqual(said.slice(1, 3), ['completed', 'completed'])
  assert.match(said[3] ?? '', /^failed The service refused the request: you sent Bearer \[removed\]/)
  assert.match(said[4] ?? '', /^failed/)
  assert.match(said[5] ?? '', /locked.*passphrase/i)
  assert.equal(said[6], 'completed')
  const codes = outcomes.map((outcome) => (typeof outcome === 'object' && outcome !== null && 'code' in outcome ? outcome.code : null))
  assert.deepEqual([codes[4], codes[6], codes[15], codes[16]], ['input.invalid', 'secret.none', 'secret.wrong-passphrase', null])
  assert.ok(output.split('\n').length > 50, 'the frames were looked at')
  assertHidden(home, [output], [KEY, WRONG, PASSPHRASE])
})

test('a key in a real keychain lasts over a restart, is nowhere on disk, and is asked for at each request', async () => {
  const home = makeKeyHome()
  const endpoint = await startEndpoint()
  const keyring = { keyringPassword: 'the login password' }
  const first = await runKeySession(home, keyring, [save(endpoint.url), choose, { call: 'secret.places', input: {} }, set(KEY, 'keychain'), { say: 'one' }])
  assert.equal(first.outcomes[4], 'completed')
  assert.match(JSON.stringify(first.outcomes[2]), /"where":"keychain","usable":true/)
  const second = await runKeySession(home, keyring, [{ say: 'two' }, { call: 'secret.remove', input: { name: 'local' } }, { say: 'three' }, set(KEY, 'session'), { call: 'secret.move-to-keychain', input: { name: 'local' } }, { say: 'four' }])
  assert.equal(second.outcomes[0], 'completed')
  assert.match(String(second.outcomes[2]), /^failed There is no key/)
  assert.equal(second.outcomes[5], 'completed')
  assertHidden(home, [first.output, second.output], [KEY])
})

test('without a keychain the choices say so before anything is stored, and storing there changes nothing', async () => {
  const home = makeKeyHome()
  const { outcomes: [places, stored, row] } = await runKeySession(home, {}, [{ call: 'secret.places', input: {} }, set(KEY, 'keychain'), { call: 'secret.places', input: {} }])
  assert.match(JSON.stringify(places), /"where":"keychain","usable":false,"sentence":"This system has no keychain that Gatehouse can use\./)
  for (const where of ['vault', 'session', 'environment']) assert.match(JSON.stringify(places), new RegExp(`"where":"${where}","usable":true`))
  assert.match(JSON.stringify(stored), /secret\.none/)
  assert.deepEqual(row, places)
  assertHidden(home, [], [KEY])
})

describe('the list of keys', () => {
  test('shows names and places, newest first, and follows every change', async () => {
    const core = await startCore()
    const rows: string[] = []
    core.watch('secrets.watch', {}, (item) => { rows.push(item.kind === 'snapshot' ? `${item.rows.length} rows` : item.kind === 'changed' ? `+ ${item.row.name} ${item.row.where}` : `- ${item.id}`) })
    await core.call('vault.create', { passphrase: PASSPHRASE })
    const told = core.until('secrets.watch', {}, (item) => item.kind === 'changed' && item.row.where === 'vault')
    await core.call('secret.set', { name: 'local', value: KEY, where: 'session' })
    await core.call('secret.set', { name: 'local', value: KEY, where: 'vault' })
    await told
    const gone = core.until('secrets.watch', {}, (item) => item.kind === 'removed')
    await core.call('secret.remove', { name: 'local' })
    await gone
    assert.deepEqual([rows[0], rows.includes('+ local vault'), rows.at(-1)], ['0 rows', true, '- vault local'])
    await core.close()
  })

  test('a new passphrase is taken only with the one it has, and the old one opens nothing any more', async () => {
    const core = await startCore()
    await core.call('vault.create', { passphrase: PASSPHRASE })
    await core.call('secret.set', { name: 'local', value: KEY, where: 'vault' })
    const next = `${PASSPHRASE} and more`
    await assert.rejects(core.call('vault.change-passphrase', { current: next, next }), { code: 'secret.wrong-passphrase' })
    await assert.rejects(core.call('vault.change-passphrase', { current: PASSPHRASE, next: 'short' }), { code: 'input.invalid' })
    await core.call('vault.change-passphrase', { current: PASSPHRASE, next })
    await core.call('vault.lock', {})
    await assert.rejects(core.call('vault.unlock', { passphrase: PASSPHRASE }), { code: 'secret.wrong-passphrase' })
    await core.call('vault.unlock', { passphrase: next })
    await core.close()
  })

  test('the encrypted file tells each window whether it is open', async () => {
    const core = await startCore()
    const until = (state: string) => core.until('vault.watch', {}, (item) => item.kind === 'snapshot' ? item.rows[0]?.state === state : item.kind === 'changed' && item.row.state === state)
    await until('none')
    await core.call('vault.create', { passphrase: PASSPHRASE })
    await until('unlocked')
    await core.call('vault.lock', {})
    await until('locked')
    await assert.rejects(core.call('secret.set', { name: 'local', value: KEY, where: 'vault' }), { code: 'secret.locked' })
    await core.close()
  })
})
