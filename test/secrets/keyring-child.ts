import { execFileSync } from 'node:child_process'
import { AsyncEntry } from 'keytar'
import { z } from 'zod'
import { systemClock } from '../../electron/system-clock.ts'
import { AppError } from '../../shared/errors.ts'
import { createKeychain } from '../../electron/core/secrets/keychain.ts'
import { startKeychainProcess } from '../../electron/core/secrets/keychain-process.ts'
import { createSecretIndex } from '../../electron/core/secrets/secret-index.ts'
import { createSecretStore } from '../../electron/core/secrets/secret-store.ts'
import { createVault } from '../../electron/core/secrets/vault.ts'

/** Does steps against the keychain of the bus it runs on, and prints one line of JSON: what each came to. Never prints a secret. */
const Plan = z.object({
  dataDirectory: z.string(), keyringPassword: z.string().nullable(), timeLimitMs: z.number(),
  steps: z.array(z.array(z.string())),
})
const plan = Plan.parse(JSON.parse(process.argv[2] ?? ''))

if (plan.keyringPassword !== null) {
  execFileSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], { input: plan.keyringPassword, stdio: ['pipe', 'ignore', 'ignore'] })
}
const keychain = createKeychain({ start: startKeychainProcess(process.env), clock: systemClock, timeLimitMs: plan.timeLimitMs })
const vault = createVault({ dataDirectory: plan.dataDirectory, cost: 2 ** 14 })
const secrets = createSecretStore({ keychain, vault, index: createSecretIndex(plan.dataDirectory), environment: {}, now: systemClock.now })

async function perform([step = '', a = '', b = '', place = '']: readonly string[]): Promise<unknown> {
  switch (step) {
    case 'check': return await keychain.check('gatehouse')
    case 'set': {
      const where = z.enum(['keychain', 'session', 'vault']).parse(place)
      return await secrets.set(a, b, where)
    }
    case 'is': return await secrets.get(a) === b
    case 'names': return secrets.names().map(({ name, where }) => `${name} ${where}`)
    case 'remove': return await secrets.remove(a)
    case 'move': return await secrets.moveToKeychain(a)
    case 'find': return (await keychain.findCredentials('gatehouse')).map(({ account }) => account)
    case 'create-vault': return await vault.create(a)
    case 'lock-keyring': {
      execFileSync('busctl', ['--user', 'call', 'org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service', 'Lock', 'ao', '1', '/org/freedesktop/secrets/collection/login'], { stdio: 'ignore' })
      return undefined
    }
    /** As another program might: bytes that are no text. */
    case 'put-bytes': return await new AsyncEntry('gatehouse', a, { linux: { store: 'secret-service' } }).setSecret(new Uint8Array([255, 254, 0, 200]))
    default: throw new Error(`no step ${step}`)
  }
}

let longestGapMs = 0
let last = systemClock.now()
const pulse = setInterval(() => {
  longestGapMs = Math.max(longestGapMs, systemClock.now() - last)
  last = systemClock.now()
}, 10)
const outcomes: unknown[] = []
for (const step of plan.steps) {
  outcomes.push(await perform(step).then((value) => value ?? null, (error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, message: error.message, kept: error.kept, advice: error.advice, cause: error.cause instanceof Error ? error.cause.message : null }
  }))
}
clearInterval(pulse)
const endsAt = systemClock.now()
keychain.close()
process.stdout.write(`${JSON.stringify({ outcomes, longestGapMs, endsAt })}\n`)
