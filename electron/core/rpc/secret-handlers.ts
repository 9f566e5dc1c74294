import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { SecretRow, VaultRow } from '../../../shared/secret.ts'
import { describeVaultState } from '../secrets/place-choices.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

type SecretCalls = Pick<CallHandlers, 'secret.set' | 'secret.remove' | 'secret.move-to-keychain' | 'secret.places' | 'vault.create' | 'vault.unlock' | 'vault.lock' | 'vault.change-passphrase'>

export interface SecretHandlers { readonly calls: SecretCalls; readonly watches: Pick<WatchHandlers, 'secrets.watch' | 'vault.watch'>; readonly close: () => void }

const idOf = ({ name, where }: SecretRow): string => `${where} ${name}`

/** Secrets go in and are named; no operation gives a value back. */
export function createSecretHandlers({ secrets: { store, vault } }: CoreParts, onChanged: () => void): SecretHandlers {
  const rows: Rows<SecretRow> = createRows({ list: store.names, idOf, find: (id) => store.names().find((row) => idOf(row) === id) ?? null })
  const vaultRows: Rows<VaultRow> = createRows({ list: () => [describeVaultState(vault.state())], idOf: () => 'vault', find: () => describeVaultState(vault.state()) })

  /** What failed may have locked the vault, or have got half-way. */
  const changing = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = namesOf(store.names)
    try {
      return await work()
    } finally {
      for (const id of new Set([...before, ...namesOf(store.names)])) rows.touch(id)
      vaultRows.touch('vault')
      onChanged()
    }
  }

  return {
    close: () => {
      rows.end()
      vaultRows.end()
    },
    calls: {
      'secret.set': ({ name, value, where }) => changing(() => store.set(name, value, where)),
      'secret.remove': ({ name }) => changing(async () => {
        await store.remove(name)
        return {}
      }),
      'secret.move-to-keychain': ({ name }) => changing(() => store.moveToKeychain(name)),
      'secret.places': async () => ({ choices: [...(await store.state()).choices] }),
      'vault.create': ({ passphrase }) => changing(async () => {
        await vault.create(passphrase)
        return {}
      }),
      'vault.unlock': ({ passphrase }) => changing(async () => {
        await vault.unlock(passphrase)
        return {}
      }),
      'vault.change-passphrase': ({ current, next }) => changing(async () => {
        await vault.changePassphrase(current, next)
        return {}
      }),
      'vault.lock': () => changing(async () => {
        vault.lock()
        return {}
      }),
    },
    watches: { 'secrets.watch': (_input, emit) => rows.watch(emit), 'vault.watch': (_input, emit) => vaultRows.watch(emit) },
  }
}

/** None while the list can't be read: what was asked for then says so itself. */
function namesOf(names: () => readonly SecretRow[]): readonly string[] {
  try {
    return names().map(idOf)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
