import { assertNever } from '../../../shared/assert-never.ts'
import type { PlaceChoice, VaultRow } from '../../../shared/secret.ts'
import type { KeychainState } from './keychain.ts'
import type { VaultState } from './vault.ts'

/** All four, in the order in which they are advised. None of them stores anything that can be read on disk. */
export const describeChoices = (keychain: KeychainState, vault: VaultState): readonly PlaceChoice[] => [
  keychain.state === 'ready'
    ? { where: 'keychain', usable: true, sentence: 'In the system’s keychain: lasts, and is protected by your login.' }
    : { where: 'keychain', usable: false, sentence: `${keychain.message} ${keychain.advice}` },
  describeVault(vault),
  { where: 'session', usable: true, sentence: 'For this session only: kept in memory, gone when Gatehouse ends.' },
  { where: 'environment', usable: true, sentence: 'From an environment variable: read at each use, never stored, for your own chats only.' },
]

function describeVault(vault: VaultState): PlaceChoice {
  const usable = vault.state !== 'unreadable'
  return { where: 'vault', usable, sentence: describeVaultState(vault).sentence }
}

/** The encrypted file's state, in words. */
export function describeVaultState(vault: VaultState): VaultRow {
  switch (vault.state) {
    case 'none': return { state: vault.state, sentence: 'In an encrypted file: lasts; you choose a passphrase and enter it after each start.' }
    case 'locked': return { state: vault.state, sentence: 'In the encrypted file: lasts; unlock it with your passphrase first.' }
    case 'unlocked': return { state: vault.state, sentence: 'In the encrypted file: lasts; it is unlocked until Gatehouse ends.' }
    case 'unreadable': return { state: vault.state, sentence: [vault.problem.message, vault.problem.advice].filter((sentence) => sentence !== undefined).join(' ') }
    default: return assertNever(vault, 'vault state')
  }
}
