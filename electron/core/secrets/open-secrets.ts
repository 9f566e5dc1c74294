import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { Clock, ForkNode } from '../host.ts'
import { createKeychain } from './keychain.ts'
import { startKeychainProcess } from './keychain-process.ts'
import { createSecretIndex } from './secret-index.ts'
import { createSecretStore, type SecretStore } from './secret-store.ts'
import { createVault, type Vault } from './vault.ts'

export interface Secrets {
  readonly store: SecretStore
  readonly vault: Vault
  /** Ends the keychain's process, and forgets what the passphrase opened. */
  readonly close: () => void
}

export interface SecretsOptions {
  /** Absolute path; it has to be there. */
  readonly dataDirectory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly forkNode?: ForkNode | undefined
}

/** All that keeps secrets for one data directory. Nothing is asked of the keychain before somebody needs it. */
export function openSecrets({ dataDirectory, environment, clock, forkNode }: SecretsOptions): Secrets {
  const keychain = createKeychain({ start: startKeychainProcess(environment, forkNode), clock })
  const vault = createVault({ dataDirectory })
  const store = createSecretStore({ keychain, vault, index: createSecretIndex(dataDirectory), environment, now: clock.now, service: serviceOf(dataDirectory) })
  return {
    store, vault,
    close: () => {
      keychain.close()
      vault.lock()
    },
  }
}

/** Two data directories of one person must not share entries of the one keychain they have. */
const serviceOf = (dataDirectory: string): string => `gatehouse-${createHash('sha256').update(realpathSync(dataDirectory)).digest('hex').slice(0, 12)}`
