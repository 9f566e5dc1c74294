import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { createVault, type Vault } from '../../electron/core/secrets/vault.ts'
import { makeFolder } from './temporary-folder.ts'

const PASSPHRASE = 'several unrelated words'
const SECRET = 'value-behind-the-passphrase'
const quick = { cost: 2 ** 14 }

async function makeVault(): Promise<{ vault: Vault; dataDirectory: string; path: string }> {
  const dataDirectory = makeFolder()
  const vault = createVault({ dataDirectory, ...quick })
  await vault.create(PASSPHRASE)
  await vault.set('key', SECRET)
  return { vault, dataDirectory, path: join(dataDirectory, 'vault.json') }
}

const Fields = z.record(z.string(), z.unknown())
const readFields = (path: string) => Fields.parse(JSON.parse(readFileSync(path, 'utf8')))

describe('the passphrase file', () => {
  test('opens with its passphrase in another process’s vault, and is locked until then', async () => {
    const { dataDirectory } = await makeVault()
    const later = createVault({ dataDirectory })
    assert.deepEqual(later.state(), { state: 'locked' })
    await assert.rejects(later.get('key'), { code: 'secret.locked' })
    await assert.rejects(later.set('key', 'other'), { code: 'secret.locked' })
    await later.unlock(PASSPHRASE)
    assert.deepEqual([await later.get('key'), await later.get('other'), later.state()], [SECRET, null, { state: 'unlocked' }])
    later.lock()
    assert.deepEqual(later.state(), { state: 'locked' })
    await assert.rejects(later.get('key'), { code: 'secret.locked' })
  })

  test('is one file that only its owner can read, without the secret, its name or the passphrase in it', async () => {
    const { dataDirectory, path } = await makeVault()
    assert.deepEqual(readdirSync(dataDirectory), ['vault.json'])
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.doesNotMatch(readFileSync(path, 'utf8'), /value-behind|"key"|unrelated/)
  })

  test('says how it was made; by default a guess costs 128 MiB', async () => {
    const dataDirectory = makeFolder()
    await createVault({ dataDirectory }).create(PASSPHRASE)
    const { derivation, cipher, version } = readFields(join(dataDirectory, 'vault.json'))
    const { salt, ...rest } = Fields.parse(derivation)
    assert.deepEqual([rest, cipher, version], [{ name: 'scrypt', cost: 2 ** 17, blockSize: 8, parallelization: 1 }, 'aes-256-gcm', 1])
    assert.equal(Buffer.from(String(salt), 'base64').length, 16)
  })

  test('has another nonce after every change', async () => {
    const { vault, path } = await makeVault()
    const nonces = new Set([readFields(path)['nonce']])
    for (let turn = 0; turn < 5; turn += 1) {
      await vault.set('key', SECRET)
      nonces.add(readFields(path)['nonce'])
    }
    assert.equal(nonces.size, 6)
  })

  test('takes the same passphrase however its letters were composed', async () => {
    const dataDirectory = makeFolder()
    await createVault({ dataDirectory, ...quick }).create('pass\u00e9 compos\u00e9')
    await createVault({ dataDirectory }).unlock('passe\u0301 compose\u0301')
  })

  test('is never made over another one, and not with a short passphrase', async () => {
    const { vault, path, dataDirectory } = await makeVault()
    const before = readFileSync(path, 'utf8')
    await assert.rejects(vault.create('another passphrase'), { code: 'input.invalid' })
    await assert.rejects(createVault({ dataDirectory, ...quick }).create('another passphrase'), { code: 'input.invalid' })
    for (const bad of ['', 'short', ' '.repeat(20), 'x'.repeat(1025)]) await assert.rejects(createVault({ dataDirectory: makeFolder(), ...quick }).create(bad), { code: 'input.invalid' })
    assert.equal(readFileSync(path, 'utf8'), before)
  })

  test('that isn’t there yet is said', async () => {
    const vault = createVault({ dataDirectory: makeFolder(), ...quick })
    assert.deepEqual(vault.state(), { state: 'none' })
    for (const attempt of [vault.unlock(PASSPHRASE), vault.get('key'), vault.set('key', SECRET), vault.changePassphrase(PASSPHRASE, 'another passphrase')]) await assert.rejects(attempt, { code: 'secret.none' })
  })
})

describe('a passphrase that is wrong', () => {
  test('is told apart from a damaged file, changes nothing, and leaves an open vault open', async () => {
    const { vault, dataDirectory, path } = await makeVault()
    const before = readFileSync(path, 'utf8')
    const other = createVault({ dataDirectory })
    await assert.rejects(other.unlock('not the passphrase'), { code: 'secret.wrong-passphrase' })
    await assert.rejects(other.changePassphrase('not the passphrase', 'another passphrase'), { code: 'secret.wrong-passphrase' })
    await assert.rejects(vault.unlock('not the passphrase'), { code: 'secret.wrong-passphrase' })
    assert.deepEqual([other.state(), vault.state(), readFileSync(path, 'utf8')], [{ state: 'locked' }, { state: 'unlocked' }, before])
  })
})

describe('changing the passphrase', () => {
  test('keeps the secrets, under a new salt, for the new passphrase alone', async () => {
    const { vault, dataDirectory, path } = await makeVault()
    const before = Fields.parse(readFields(path)['derivation'])['salt']
    await vault.changePassphrase(PASSPHRASE, 'another passphrase')
    assert.notEqual(Fields.parse(readFields(path)['derivation'])['salt'], before)
    await vault.set('second', 'value two')
    const later = createVault({ dataDirectory })
    await assert.rejects(later.unlock(PASSPHRASE), { code: 'secret.wrong-passphrase' })
    await later.unlock('another passphrase')
    assert.deepEqual([await later.get('key'), await later.get('second')], [SECRET, 'value two'])
  })

  test('to one that is too short changes nothing', async () => {
    const { vault, dataDirectory } = await makeVault()
    await assert.rejects(vault.changePassphrase(PASSPHRASE, 'short'), { code: 'input.invalid' })
    await createVault({ dataDirectory }).unlock(PASSPHRASE)
  })
})

describe('a file that can’t be read', () => {
  const refused = async (path: string, dataDirectory: string, code: string): Promise<void> => {
    const before = readFileSync(path)
    const vault = createVault({ dataDirectory, ...quick })
    assert.deepEqual(vault.state().state, 'unreadable')
    for (const attempt of [() => vault.unlock(PASSPHRASE), () => vault.create(PASSPHRASE), () => vault.get('key'), () => vault.set('key', 'other'), () => vault.changePassphrase(PASSPHRASE, 'another passphrase')]) {
      await assert.rejects(attempt, { code })
    }
    assert.deepEqual(readFileSync(path), before)
  }

  test('is damaged wherever a byte was changed, cut or added, and is never written over', async () => {
    const { dataDirectory, path } = await makeVault()
    const whole = readFileSync(path)
    const places = [0, 20, 60, 120, 200, 300, 400, whole.length - 40]
    for (const place of places) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ 1
      writeFileSync(path, changed)
      await refused(path, dataDirectory, 'store.corrupt')
    }
    for (const text of ['', 'null', '[]', '{}', whole.subarray(0, -30).toString(), `${whole.toString()}x`]) {
      writeFileSync(path, text)
      await refused(path, dataDirectory, 'store.corrupt')
    }
    writeFileSync(path, whole)
    await createVault({ dataDirectory }).unlock(PASSPHRASE)
  })

  test('is damaged, not protected by a wrong passphrase, when somebody changed what is encrypted and the checksum with it', async () => {
    const { dataDirectory, path } = await makeVault()
    const { createHash } = await import('node:crypto')
    const { canonicalJson } = await import('../../shared/json.ts')
    const { checksum: _, ...fields } = readFields(path)
    const content = Buffer.from(String(fields['content']), 'base64')
    content[3] = (content[3] ?? 0) ^ 1
    const changed = { ...fields, content: content.toString('base64') }
    writeFileSync(path, JSON.stringify({ ...changed, checksum: createHash('sha256').update(canonicalJson(changed)).digest('hex') }))
    await assert.rejects(createVault({ dataDirectory }).unlock(PASSPHRASE), { code: 'store.corrupt' })
  })

  test('asks for an absurd amount of work: refused without trying', async () => {
    const { dataDirectory, path } = await makeVault()
    for (const cost of [2 ** 30, 2 ** 13, 3 * 2 ** 15, -1]) {
      const fields = readFields(path)
      writeFileSync(path, JSON.stringify({ ...fields, derivation: { ...Fields.parse(fields['derivation']), cost } }))
      await refused(path, dataDirectory, 'store.corrupt')
    }
  })

  test('of a newer Gatehouse is left alone', async () => {
    const { dataDirectory, path } = await makeVault()
    writeFileSync(path, JSON.stringify({ ...readFields(path), version: 2, more: true }))
    await refused(path, dataDirectory, 'store.newer')
  })

  test('is a folder: out of reach, and left alone', async () => {
    const dataDirectory = makeFolder()
    mkdirSync(join(dataDirectory, 'vault.json'))
    const vault = createVault({ dataDirectory, ...quick })
    assert.equal(vault.state().state, 'unreadable')
    await assert.rejects(vault.create(PASSPHRASE), { code: 'store.unavailable' })
  })
})

describe('changes from outside and failures', () => {
  test('a file that something else replaced is not written over: the vault locks', async () => {
    const { vault, dataDirectory, path } = await makeVault()
    const other = createVault({ dataDirectory })
    await other.unlock(PASSPHRASE)
    await other.set('theirs', 'value of theirs')
    const before = readFileSync(path, 'utf8')
    await assert.rejects(vault.set('ours', 'value of ours'), { code: 'secret.locked' })
    assert.deepEqual([readFileSync(path, 'utf8'), vault.state()], [before, { state: 'locked' }])
    await vault.unlock(PASSPHRASE)
    await vault.set('ours', 'value of ours')
    assert.deepEqual([await vault.get('theirs'), await vault.get('ours')], ['value of theirs', 'value of ours'])
  })

  test('a file that is gone is written anew, and what a crash left half written is not followed anywhere', async () => {
    const { vault, dataDirectory, path } = await makeVault()
    const elsewhere = join(makeFolder(), 'target')
    rmSync(path)
    symlinkSync(elsewhere, `${path}.next`)
    await vault.set('second', 'value two')
    assert.deepEqual([existsSync(elsewhere), readdirSync(dataDirectory), statSync(path).mode & 0o777], [false, ['vault.json'], 0o600])
    assert.equal(await vault.get('key'), SECRET)
  })

  test('a change that can’t be written is no change, in the file and in memory', async () => {
    const { vault, dataDirectory, path } = await makeVault()
    const before = readFileSync(path, 'utf8')
    // Also for an administrator, whom permissions don't stop: a folder where the new file would be made.
    mkdirSync(`${path}.next`)
    writeFileSync(join(`${path}.next`, 'in the way'), '')
    await assert.rejects(vault.set('key', 'changed-value'), (error) => {
      assert.doesNotMatch(JSON.stringify(error, ['code', 'message', 'kept', 'advice']), /changed-value/)
      assert.match(JSON.stringify(error, ['code']), /store\./)
      return true
    })
    rmSync(`${path}.next`, { recursive: true })
    assert.deepEqual([await vault.get('key'), readFileSync(path, 'utf8'), readdirSync(dataDirectory)], [SECRET, before, ['vault.json']])
  })

  test('changes asked for at once are all kept', async () => {
    const { vault, dataDirectory } = await makeVault()
    await Promise.all(Array.from({ length: 20 }, (_, index) => vault.set(`key-${index}`, `value ${index}`)))
    assert.equal(await vault.remove('key-3'), true)
    assert.equal(await vault.remove('key-3'), false)
    const later = createVault({ dataDirectory })
    await later.unlock(PASSPHRASE)
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, (_, index) => later.get(`key-${index}`))), Array.from({ length: 20 }, (_, index) => (index === 3 ? null : `value ${index}`)))
  })

  test('locking while a passphrase is being checked leaves the vault locked', async () => {
    const { dataDirectory } = await makeVault()
    const vault = createVault({ dataDirectory })
    const unlocking = vault.unlock(PASSPHRASE)
    await Promise.resolve().then(() => undefined)
    vault.lock()
    await unlocking
    assert.deepEqual(vault.state(), { state: 'locked' })
  })
})
