import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { PlaceChoice, SecretPlace, SecretRow, VaultRow } from './secret.ts'

/** Bounds for the wire; the core says in words what a value or a passphrase may be. */
const secretText = z.string().max(100_000)
const secretName = z.string().max(200)

/** What a window can ask about secrets and the vault; a part of the contract. */
export const secretOperations = {
  /** Names and places. No operation gives a value back. */
  'secrets.watch': watch(none, rows(SecretRow)),
  /** `leftIn`: an older copy stayed there, because that place couldn't be opened. */
  'secret.set': call(z.object({ name: secretName, value: secretText, where: SecretPlace }), z.object({ leftIn: SecretPlace.nullable() })),
  'secret.remove': call(z.object({ name: secretName }), none),
  'secret.move-to-keychain': call(z.object({ name: secretName }), z.object({ leftIn: SecretPlace.nullable() })),
  /** Asks the keychain, which may ask the person for its password: for when they are about to store something. */
  'secret.places': call(none, z.object({ choices: z.array(PlaceChoice) })),
  'vault.watch': watch(none, rows(VaultRow)),
  'vault.create': call(z.object({ passphrase: secretText }), none),
  'vault.unlock': call(z.object({ passphrase: secretText }), none),
  'vault.lock': call(none, none),
  'vault.change-passphrase': call(z.object({ current: secretText, next: secretText }), none),
} as const
