import { sentencesOf, troubleError, type KeychainTrouble } from '../../electron/core/secrets/keychain-failure.ts'
import type { Keychain } from '../../electron/core/secrets/keychain.ts'

/** A keychain in memory that can be put into each kind of trouble. */
export function createFakeKeychain() {
  const entries = new Map<string, string>()
  let trouble: KeychainTrouble | null = null
  let takesInVain = false
  let whileReading = async (): Promise<void> => undefined
  const work = async <T>(task: () => T): Promise<T> => {
    if (trouble !== null) throw troubleError(trouble, sentencesOf(trouble), null)
    return task()
  }
  const keychain: Keychain = {
    getPassword: async (service, account) => {
      const between = whileReading
      whileReading = async () => undefined
      await between()
      return await work(() => entries.get(`${service} ${account}`) ?? null)
    },
    setPassword: (service, account, password) => work(() => { if (!takesInVain) entries.set(`${service} ${account}`, password) }),
    deletePassword: (service, account) => work(() => entries.delete(`${service} ${account}`)),
    findCredentials: () => work(() => []),
    check: async () => (trouble === null ? { state: 'ready' } : { state: trouble, ...sentencesOf(trouble) }),
    close: () => undefined,
  }
  return {
    keychain, entries,
    setTrouble: (next: KeychainTrouble | null) => { trouble = next },
    /** Happens once, in the middle of the next reading. */
    setWhileReading: (task: () => Promise<void>) => { whileReading = task },
    takeInVain: () => { takesInVain = true },
  }
}
