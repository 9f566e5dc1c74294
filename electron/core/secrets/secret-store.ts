import { assertNever } from '../../../shared/assert-never.ts'
import { AppError } from '../../../shared/errors.ts'
import type { TurnKind } from '../../../shared/policy.ts'
import type { PlaceChoice, SecretPlace, SecretRow } from '../../../shared/secret.ts'
import type { Keychain, KeychainState } from './keychain.ts'
import { describeChoices } from './place-choices.ts'
import type { IndexEntry, SecretIndex } from './secret-index.ts'
import { parseSecretValue, requireSecretName, requireVariableName } from './secret-value.ts'
import type { Vault, VaultState } from './vault.ts'

/** How a profile or connector names its secret: never the value. */
export type SecretReference =
  | { readonly kind: 'stored'; readonly name: string }
  | { readonly kind: 'environment'; readonly variable: string }

export interface SecretsState { readonly keychain: KeychainState; readonly vault: VaultState; readonly choices: readonly PlaceChoice[] }

/**
 * What the rest of the core knows of secrets. Throws AppError: `input.invalid`, and what keychain and vault throw.
 *
 * A name is read from the first of these that has it, and a failure there is an error, never a reason to go on:
 *   1. this session, 2. the place where it was last stored (keychain or vault).
 * The environment is read only where a reference names the variable, and only for the person's own chats.
 */
export interface SecretStore {
  /**
   * Storing in keychain or vault replaces the session's copy, and takes the other lasting copy away; `leftIn` says where an
   * older one stayed because that place couldn't be opened. A session copy leaves lasting ones as they are.
   */
  readonly set: (name: string, value: string, where: SecretPlace) => Promise<{ readonly leftIn: IndexEntry['where'] | null }>
  /** Null: nothing by that name was ever stored, or it was removed. */
  readonly get: (name: string) => Promise<string | null>
  /** Never values; newest first, the session's own before the others. */
  readonly names: () => readonly SecretRow[]
  /** Whether it can be had, as far as is known without asking the keychain. `locked`: behind the passphrase. */
  readonly outlook: (reference: SecretReference) => 'present' | 'missing' | 'locked'
  /** From everywhere. False: it was nowhere. */
  readonly remove: (name: string) => Promise<boolean>
  /** Protects by the keychain what is in the session or the vault. */
  readonly moveToKeychain: (name: string) => Promise<{ readonly leftIn: IndexEntry['where'] | null }>
  /** A reference's value for a turn of this kind; null when it isn't set. */
  readonly resolve: (reference: SecretReference, turnKind: TurnKind) => Promise<string | null>
  /** May make a locked keychain ask for its password: call when the person is about to store something. */
  readonly state: () => Promise<SecretsState>
  /** Every value that passed through here in this process: what a redactor must know. */
  readonly seenValues: () => readonly string[]
}

export interface SecretStoreOptions {
  readonly keychain: Keychain
  readonly vault: Vault
  readonly index: SecretIndex
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Under which the keychain keeps the entries; one per data directory, or they share them. */
  readonly service?: string
}

export function createSecretStore({ keychain, vault, index, environment, now, service = 'gatehouse' }: SecretStoreOptions): SecretStore {
  const session = new Map<string, { readonly value: string; readonly setAt: number }>()
  const seen = new Set<string>()
  const remember = <T extends string | null>(value: T): T => {
    if (value !== null) seen.add(value)
    return value
  }
  let queue: Promise<unknown> = Promise.resolve()
  /** Changes go one after the other, so that two of one name can't leave index and places at odds. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = queue.then(task)
    queue = done.catch(() => undefined)
    return done
  }
  const storedOf = (name: string): readonly IndexEntry[] => index.entries().filter((entry) => entry.name === name)

  const takeFrom = async ({ name, where }: IndexEntry): Promise<void> => {
    if (where === 'keychain') await keychain.deletePassword(service, name)
    else await vault.remove(name)
    index.drop(name, where)
  }
  /** Reads it back: what a keychain says it stored is not always there. */
  const putInKeychain = async (name: string, value: string): Promise<void> => {
    await keychain.setPassword(service, name, value)
    if (await keychain.getPassword(service, name) !== value) throw new AppError('secret.unavailable', 'The keychain took the secret and doesn’t give it back.', { kept: 'Nothing else was changed.', advice: 'Choose another place for it.' })
  }

  const set: SecretStore['set'] = async (name, typed, where) => {
    requireSecretName(name)
    const value = remember(parseSecretValue(typed))
    if (where === 'session') {
      session.set(name, { value, setAt: now() })
      return { leftIn: null }
    }
    const older = storedOf(name).filter((entry) => entry.where !== where)
    if (where === 'keychain') await putInKeychain(name, value)
    else await vault.set(name, value)
    index.put({ name, where, setAt: now() })
    session.delete(name)
    for (const entry of older) {
      try {
        await takeFrom(entry)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { leftIn: entry.where }
      }
    }
    return { leftIn: null }
  }

  const get = async (name: string): Promise<string | null> => {
    const held = session.get(name)
    if (held !== undefined) return held.value
    const newest = storedOf(name)[0]
    if (newest === undefined) return null
    const value = newest.where === 'keychain' ? await keychain.getPassword(service, name) : await vault.get(name)
    if (value !== null) return remember(value)
    const latest = storedOf(name)[0]
    // It was moved or removed while it was being read.
    if (latest?.where !== newest.where || latest.setAt !== newest.setAt) return await get(name)
    const place = newest.where === 'keychain' ? 'keychain' : 'passphrase file'
    throw new AppError('secret.undecryptable', `“${name}” was saved in the ${place}, and the ${place} doesn’t have it any more.`, { kept: 'Nothing was changed.', advice: 'Enter it again.' })
  }

  const readVariable = (variable: string, turnKind: TurnKind): string | null => {
    requireVariableName(variable)
    switch (turnKind) {
      case 'person': {
        const value = environment[variable]
        return value === undefined || value.trim() === '' ? null : remember(parseSecretValue(value))
      }
      case 'job':
      case 'webhook':
        throw new AppError('secret.unavailable', `Secrets from the environment are for your own chats; what runs without you can’t use ${variable}.`, { kept: 'It was not read.', advice: 'Store the secret in the keychain or behind a passphrase, and refer to it there.' })
      default: return assertNever(turnKind, 'turn kind')
    }
  }

  return {
    set: (name, value, where) => inTurn(() => set(name, value, where)),
    get,
    names: () => [
      ...[...session].map(([name, { setAt }]): SecretRow => ({ name, where: 'session', setAt })).reverse(),
      ...index.entries(),
    ],
    outlook: (reference) => {
      if (reference.kind === 'environment') return (environment[reference.variable] ?? '').trim() === '' ? 'missing' : 'present'
      if (session.has(reference.name)) return 'present'
      const newest = storedOf(reference.name)[0]
      if (newest === undefined) return 'missing'
      if (newest.where === 'keychain') return 'present'
      const { state } = vault.state()
      return state === 'unlocked' ? 'present' : state === 'none' ? 'missing' : 'locked'
    },
    remove: (name) => inTurn(async () => {
      const stored = storedOf(name)
      const wasHeld = session.delete(name)
      for (const entry of stored) await takeFrom(entry)
      return wasHeld || stored.length > 0
    }),
    moveToKeychain: (name) => inTurn(async () => {
      const value = await get(name)
      if (value === null) throw new AppError('input.not-found', `There is no secret named “${name}”.`, { kept: 'Nothing was changed.' })
      return await set(name, value, 'keychain')
    }),
    resolve: async (reference, turnKind) => reference.kind === 'stored' ? await get(reference.name) : readVariable(reference.variable, turnKind),
    state: async () => {
      const [keychainState, vaultState] = [await keychain.check(service), vault.state()]
      return { keychain: keychainState, vault: vaultState, choices: describeChoices(keychainState, vaultState) }
    },
    seenValues: () => [...seen],
  }
}
