import { createKeychain } from './keychain.ts'
import { startKeychainProcess } from './keychain-process.ts'

/*
 * A program: asks the keychain that Gatehouse would use whether a secret could be stored now, prints the answer as one line of JSON
 * and ends. It looks under a name of its own, so no secret of the person's is read.
 */

const SERVICE = 'gatehouse-doctor'
const TIME_LIMIT_MS = 8000

const keychain = createKeychain({
  start: startKeychainProcess(process.env),
  clock: {
    now: () => Date.now(),
    at: (at, then) => {
      const timer = setTimeout(then, Math.max(0, at - Date.now()))
      return () => { clearTimeout(timer) }
    },
  },
  timeLimitMs: TIME_LIMIT_MS,
})
const state = await keychain.check(SERVICE)
keychain.close()
process.stdout.write(`${JSON.stringify(state)}\n`)
