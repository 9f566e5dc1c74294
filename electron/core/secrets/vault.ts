import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, toWireError, type WireError } from '../../../shared/errors.ts'
import { newVaultKey, openVault, parseVault, sealVault, type VaultEntry, type VaultFile, type VaultKey } from './vault-file.ts'
import { toFileError, writeFileWhole } from './write-file-whole.ts'

export type VaultState =
  | { readonly state: 'none' }
  | { readonly state: 'locked' }
  | { readonly state: 'unlocked' }
  /** Damaged, of a newer Gatehouse, or out of reach. */
  | { readonly state: 'unreadable'; readonly problem: WireError }

/**
 * Secrets in one encrypted file behind a passphrase. A file that can't be read is never written over; no error holds a
 * secret or a passphrase. Changes queue, and throw AppError: `secret.none` (no file yet), `secret.locked`,
 * `secret.wrong-passphrase`, `input.invalid`, `store.*`.
 */
export interface Vault {
  readonly state: () => VaultState
  /** Makes an empty file and leaves it unlocked. Never replaces one. */
  readonly create: (passphrase: string) => Promise<void>
  readonly unlock: (passphrase: string) => Promise<void>
  /** Forgets the key and all values at once. */
  readonly lock: () => void
  /** Leaves the vault unlocked. The old passphrase opens nothing any more, except copies made before. */
  readonly changePassphrase: (current: string, next: string) => Promise<void>
  readonly get: (name: string) => Promise<string | null>
  readonly set: (name: string, value: string) => Promise<void>
  /** False: there was no such entry. */
  readonly remove: (name: string) => Promise<boolean>
}

interface Open { readonly key: VaultKey; readonly entries: ReadonlyMap<string, string>; readonly checksum: string }

const SHORTEST_PASSPHRASE = 8
const LONGEST_PASSPHRASE = 1024

/** @param options.cost scrypt's; lower only in tests */
export function createVault(options: { readonly dataDirectory: string; readonly cost?: number }): Vault {
  const path = join(options.dataDirectory, 'vault.json')
  let open: Open | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = queue.then(task)
    queue = done.catch(() => undefined)
    return done
  }

  const expectFile = (): VaultFile => {
    const file = readVault(path)
    if (file === null) throw new AppError('secret.none', 'There is no passphrase file yet.', { kept: 'Nothing was changed.', advice: 'Choose a passphrase to make one.' })
    return file
  }
  const expectOpen = (): Open => {
    if (open !== null) return open
    expectFile()
    throw new AppError('secret.locked', 'The passphrase file is locked.', { kept: 'What it holds is still there.', advice: 'Unlock it with your passphrase, then try again.' })
  }
  const write = (key: VaultKey, entries: ReadonlyMap<string, string>): void => {
    const text = sealVault(key, [...entries].map(([name, value]): VaultEntry => ({ name, value })))
    writeFileWhole(path, text)
    open = { key, entries, checksum: parseVault(text).checksum }
  }
  /** Not over a file that can't be read, nor over one that somebody else put there since. A file that is gone is written anew. */
  const rewrite = (change: (entries: Map<string, string>) => void): void => {
    const { key, entries, checksum } = expectOpen()
    const file = readVault(path)
    if (file !== null && file.checksum !== checksum) {
      lock()
      throw new AppError('secret.locked', 'The passphrase file was changed by something else, so Gatehouse locked it.', { kept: 'The file was left as it is; nothing was saved.', advice: 'Unlock it again, then try again.' })
    }
    const changed = new Map(entries)
    change(changed)
    write(key, changed)
  }

  let locks = 0
  const lock = (): void => {
    locks += 1
    open?.key.cipherKey.fill(0)
    open = null
  }
  /** Whoever locks while a key is being derived gets a locked vault. */
  const unlessLocked = async (task: () => Promise<void>): Promise<void> => {
    const before = locks
    await task()
    if (locks !== before) lock()
  }

  const read = async (passphrase: string): Promise<Open> => {
    const file = expectFile()
    const { key, entries } = await openVault(file, passphrase)
    return { key, entries: new Map(entries.map(({ name, value }) => [name, value])), checksum: file.checksum }
  }

  return {
    state: () => {
      try {
        if (readVault(path) === null && open === null) return { state: 'none' }
        return { state: open === null ? 'locked' : 'unlocked' }
      } catch (error) {
        return { state: 'unreadable', problem: toWireError(error) }
      }
    },
    create: (passphrase) => inTurn(() => unlessLocked(async () => {
      requirePassphrase(passphrase)
      if (readVault(path) !== null) throw new AppError('input.invalid', 'There is a passphrase file already.', { kept: 'It was left as it is.', advice: 'Unlock it, or change its passphrase.' })
      write(await newVaultKey(passphrase, options.cost), new Map())
    })),
    unlock: (passphrase) => inTurn(() => unlessLocked(async () => { open = await read(passphrase) })),
    lock,
    changePassphrase: (current, next) => inTurn(() => unlessLocked(async () => {
      requirePassphrase(next)
      const { entries } = await read(current)
      write(await newVaultKey(next, options.cost), entries)
    })),
    get: (name) => inTurn(async () => expectOpen().entries.get(name) ?? null),
    set: (name, value) => inTurn(async () => { rewrite((entries) => entries.set(name, value)) }),
    remove: (name) => inTurn(async () => {
      if (!expectOpen().entries.has(name)) return false
      rewrite((entries) => entries.delete(name))
      return true
    }),
  }
}

/** @returns null when there is no file */
function readVault(path: string): VaultFile | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw toFileError(error)
  }
  return parseVault(text)
}

function requirePassphrase(passphrase: string): void {
  const length = [...passphrase].length
  if (length >= SHORTEST_PASSPHRASE && length <= LONGEST_PASSPHRASE && passphrase.trim() !== '') return
  throw new AppError('input.invalid', `A passphrase has ${SHORTEST_PASSPHRASE} to ${LONGEST_PASSPHRASE} characters.`, { kept: 'Nothing was changed.', advice: 'Several unrelated words make a good one.' })
}
