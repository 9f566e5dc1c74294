import type { CoreClient } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { SecretPlace, VaultRow } from '../../../shared/secret.ts'
import { strings } from '../../strings/en.ts'

/** A key that is typed and not stored yet, and where it shall go. */
export interface TypedKey {
  readonly value: string
  /** Null: not chosen; the first place that can be used then takes it. */
  readonly where: SecretPlace | null
  readonly passphrase: string
}

export const NO_KEY: TypedKey = { value: '', where: null, passphrase: '' }

/**
 * Stores what was typed; a file behind a passphrase is made or opened first.
 * @returns the place where an older copy stayed, or null
 * @throws AppError as the core's operations do
 */
export async function storeKey(core: CoreClient, name: string, { value, passphrase }: TypedKey, where: SecretPlace, vault: VaultRow['state']): Promise<SecretPlace | null> {
  if (where === 'vault' && vault !== 'unlocked') {
    if (passphrase === '') throw new AppError('input.invalid', strings.models.form.problems.passphrase)
    await core.call(vault === 'none' ? 'vault.create' : 'vault.unlock', { passphrase })
  }
  return (await core.call('secret.set', { name, value, where })).leftIn
}
