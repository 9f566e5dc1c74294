import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createSecretIndex } from '../../electron/core/secrets/secret-index.ts'
import { createSecretStore } from '../../electron/core/secrets/secret-store.ts'
import { createVault } from '../../electron/core/secrets/vault.ts'
import { createFakeKeychain } from './fake-keychain.ts'
import { inSession, makeHome } from './keyring-session.ts'
import { makeFolder } from './temporary-folder.ts'

const PASSPHRASE = 'several unrelated words'

function makeStore(environment: Record<string, string> = {}, dataDirectory = makeFolder()) {
  const fake = createFakeKeychain()
  const vault = createVault({ dataDirectory, cost: 2 ** 14 })
  let time = 1000
  const secrets = createSecretStore({ keychain: fake.keychain, vault, index: createSecretIndex(dataDirectory), environment, now: () => ++time })
  const places = async () => secrets.names().map(({ name, where }) => `${name} ${where}`)
  return { ...fake, vault, secrets, places, dataDirectory }
}

describe('what is stored', () => {
  test('white space around a secret goes; everything else is kept as it is', async () => {
    const { secrets } = makeStore()
    await secrets.set('key', ' \n sk "quoted" ü \t\n', 'session')
    assert.equal(await secrets.get('key'), 'sk "quoted" ü')
  })

  test('an empty secret, a line break, an invisible character and too long a text are refused, and not repeated in the error', async () => {
    const { secrets, places } = makeStore()
    for (const bad of ['', '  \n', 'first-part\nsecond-part', 'first-part\u0000x', 'first-part\u200bx', 'first-part\u2028x', 'first-part\ud800', `first-part${'x'.repeat(9000)}`]) {
      await assert.rejects(secrets.set('key', bad, 'session'), (error) => {
        assert.doesNotMatch(JSON.stringify(error, ['code', 'message', 'kept', 'advice', 'stack']), /first-part/)
        assert.match(JSON.stringify(error, ['code']), /input\.invalid/)
        return true
      })
    }
    assert.deepEqual(await places(), [])
  })

  test('a name is letters, digits and a few signs', async () => {
    const { secrets } = makeStore()
    for (const bad of ['', ' key', '__proto__', 'a\nb', 'ä', '../key', 'x'.repeat(129)]) await assert.rejects(secrets.set(bad, 'value', 'session'), { code: 'input.invalid' }, bad)
    await secrets.set('mcp-notes/token:main', 'value', 'session')
    assert.deepEqual(secrets.names(), [{ name: 'mcp-notes/token:main', where: 'session', setAt: 1001 }])
  })
})

describe('the order in which a name is read', () => {
  test('the session is first and leaves the lasting copy as it is', async () => {
    const { secrets, places, entries } = makeStore()
    await secrets.set('key', 'lasting', 'keychain')
    await secrets.set('key', 'for now', 'session')
    assert.deepEqual([await secrets.get('key'), await places(), [...entries.values()]], ['for now', ['key session', 'key keychain'], ['lasting']])
  })

  test('a lasting copy replaces the session’s and the one in the other place', async () => {
    const { secrets, places, vault, entries } = makeStore()
    await vault.create(PASSPHRASE)
    await secrets.set('key', 'one', 'session')
    await secrets.set('key', 'two', 'vault')
    assert.deepEqual([await secrets.get('key'), await places()], ['two', ['key vault']])
    assert.deepEqual(await secrets.set('key', 'three', 'keychain'), { leftIn: null })
    assert.deepEqual([await secrets.get('key'), await places(), await vault.get('key')], ['three', ['key keychain'], null])
    await secrets.set('key', 'four', 'vault')
    assert.deepEqual([await secrets.get('key'), await places(), entries.size], ['four', ['key vault'], 0])
  })

  test('an older copy in a place that can’t be opened is told, listed, never read, and goes with the name', async () => {
    const { secrets, places, vault, setTrouble, entries } = makeStore()
    await vault.create(PASSPHRASE)
    await secrets.set('key', 'older', 'keychain')
    setTrouble('locked')
    assert.deepEqual(await secrets.set('key', 'newer', 'vault'), { leftIn: 'keychain' })
    assert.deepEqual([await secrets.get('key'), await places()], ['newer', ['key vault', 'key keychain']])
    await assert.rejects(secrets.remove('key'), { code: 'secret.locked' })
    setTrouble(null)
    assert.equal(await secrets.remove('key'), true)
    assert.deepEqual([await secrets.get('key'), await places(), entries.size], [null, [], 0])
  })

  test('a place that fails is an error, not a reason to look elsewhere', async () => {
    const { secrets, vault, setTrouble } = makeStore({ key: 'from the environment' })
    await vault.create(PASSPHRASE)
    await secrets.set('in-keychain', 'value one', 'keychain')
    await secrets.set('in-vault', 'value two', 'vault')
    for (const trouble of ['none', 'locked', 'undecryptable', 'unavailable'] as const) {
      setTrouble(trouble)
      await assert.rejects(secrets.get('in-keychain'), { code: `secret.${trouble}` })
    }
    vault.lock()
    await assert.rejects(secrets.get('in-vault'), { code: 'secret.locked' })
    assert.equal(await secrets.get('key'), null)
  })

  test('a keychain that takes a secret and doesn’t give it back has not stored it', async () => {
    const { secrets, places, takeInVain } = makeStore()
    takeInVain()
    await assert.rejects(secrets.set('key', 'value', 'keychain'), { code: 'secret.unavailable' })
    assert.deepEqual(await places(), [])
  })
})

test('a secret that is moved or removed while it is being read is read where it is, and not called missing', async () => {
  const { secrets, vault, setWhileReading } = makeStore()
  await vault.create(PASSPHRASE)
  await secrets.set('key', 'one', 'keychain')
  setWhileReading(async () => { await secrets.set('key', 'two', 'vault') })
  assert.equal(await secrets.get('key'), 'two')
  await secrets.set('key', 'three', 'keychain')
  setWhileReading(async () => { await secrets.remove('key') })
  assert.equal(await secrets.get('key'), null)
})

describe('moving to the keychain', () => {
  test('protects what was kept for the session or in the vault, and leaves nothing behind', async () => {
    const { secrets, vault, places, setTrouble } = makeStore()
    setTrouble('none')
    await vault.create(PASSPHRASE)
    await secrets.set('one', 'value one', 'session')
    await secrets.set('two', 'value two', 'vault')
    await assert.rejects(secrets.moveToKeychain('two'), { code: 'secret.none' })
    assert.deepEqual([await secrets.get('two'), await places()], ['value two', ['one session', 'two vault']])
    setTrouble(null)
    await secrets.moveToKeychain('one')
    await secrets.moveToKeychain('two')
    assert.deepEqual([await secrets.get('one'), await secrets.get('two'), await places(), await vault.get('two')], ['value one', 'value two', ['two keychain', 'one keychain'], null])
    await assert.rejects(secrets.moveToKeychain('three'), { code: 'input.not-found' })
  })
})

describe('the environment', () => {
  test('is read for the person’s own chats, only by the variable that was named', async () => {
    const { secrets } = makeStore({ SERVICE_KEY: ' value-of-service \n', EMPTY: ' ', BROKEN: 'a\nb' })
    const read = (variable: string, kind: 'person' | 'job' | 'webhook') => secrets.resolve({ kind: 'environment', variable }, kind)
    assert.deepEqual([await read('SERVICE_KEY', 'person'), await read('EMPTY', 'person'), await read('MISSING', 'person')], ['value-of-service', null, null])
    for (const kind of ['job', 'webhook'] as const) await assert.rejects(read('SERVICE_KEY', kind), { code: 'secret.unavailable' })
    for (const variable of ['BROKEN', 'sk-ant-value', '']) await assert.rejects(read(variable, 'person'), { code: 'input.invalid' })
    assert.deepEqual([secrets.names(), secrets.seenValues()], [[], ['value-of-service']])
  })

  test('stored secrets are there for jobs too', async () => {
    const { secrets } = makeStore()
    await secrets.set('key', 'value', 'keychain')
    assert.equal(await secrets.resolve({ kind: 'stored', name: 'key' }, 'job'), 'value')
  })
})

describe('before anything is saved', () => {
  test('each state of the keychain has its own sentence, with the other places offered', async () => {
    const { secrets, setTrouble } = makeStore()
    const sentences = new Set<string>()
    for (const trouble of [null, 'none', 'locked', 'undecryptable', 'unavailable'] as const) {
      setTrouble(trouble)
      const { keychain, choices } = await secrets.state()
      assert.equal(keychain.state, trouble ?? 'ready')
      assert.deepEqual(choices.map(({ where, usable }) => [where, usable]), [['keychain', trouble === null], ['vault', true], ['session', true], ['environment', true]])
      sentences.add(choices[0]?.sentence ?? '')
    }
    assert.equal(sentences.size, 5)
  })

  test('a passphrase file that can’t be read is not offered', async () => {
    const { secrets, dataDirectory } = makeStore()
    writeFileSync(join(dataDirectory, 'vault.json'), '{}')
    const { vault, choices } = await secrets.state()
    assert.deepEqual([vault.state, choices.find(({ where }) => where === 'vault')?.usable], ['unreadable', false])
  })
})

test('a damaged list of names is said and left as it is', async () => {
  const { secrets, dataDirectory } = makeStore()
  await secrets.set('key', 'value', 'keychain')
  const path = join(dataDirectory, 'secret-names.json')
  writeFileSync(path, '{"format":')
  assert.throws(secrets.names, { code: 'store.corrupt' })
  for (const attempt of [secrets.get('key'), secrets.set('other', 'value', 'keychain')]) await assert.rejects(attempt, { code: 'store.corrupt' })
  assert.equal(readFileSync(path, 'utf8'), '{"format":')
})

test('two changes of one name at once leave one copy, the later one', async () => {
  const { secrets, vault, places, entries } = makeStore()
  await vault.create(PASSPHRASE)
  await Promise.all([secrets.set('key', 'one', 'keychain'), secrets.set('key', 'two', 'vault'), secrets.set('key', 'three', 'keychain'), secrets.set('key', 'four', 'vault')])
  assert.deepEqual([await secrets.get('key'), await places(), entries.size], ['four', ['key vault'], 0])
})

test('after storing in all three places with a real keychain, no file and no output holds a secret, and files are the person’s alone', async () => {
  const home = makeHome()
  const values = ['leak-probe-keychain-4711', 'leak-probe-session-4711', 'leak-probe-vault-4711']
  const [inKeychain = '', inSessionOnly = '', inVault = ''] = values
  const { outcomes, stdout, stderr } = await inSession(home, { bus: 'desktop', keyringPassword: 'login password' }, [
    ['create-vault', 'leak-probe passphrase'],
    ['set', 'a', inKeychain, 'keychain'], ['set', 'b', inSessionOnly, 'session'], ['set', 'c', inVault, 'vault'],
    ['is', 'a', inKeychain], ['is', 'b', inSessionOnly], ['is', 'c', inVault], ['set', 'd', `${inVault}\nx`, 'keychain'],
    ['move', 'c'], ['is', 'c', inVault], ['names'],
  ])
  assert.deepEqual(outcomes.slice(4, 7), [true, true, true])
  assert.deepEqual(outcomes.slice(9), [true, ['b session', 'c keychain', 'a keychain']])
  const files = readdirSync(home.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(home.folder, name)).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  assert.ok(files.some((path) => path.endsWith('vault.json')) && files.some((path) => path.endsWith('login.keyring')))
  const texts = [stdout, stderr, ...files.map((path) => readFileSync(path, 'latin1'))]
  for (const text of texts) {
    for (const value of [...values, 'leak-probe']) {
      assert.ok(!text.includes(value) && !text.includes(Buffer.from(value).toString('base64').replace(/=+$/, '')), 'a secret was found')
    }
  }
  for (const name of readdirSync(home.dataDirectory)) assert.equal(statSync(join(home.dataDirectory, name)).mode & 0o777, 0o600, name)
})
