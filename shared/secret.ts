import { z } from 'zod'

/** Where a secret is kept: the system's keychain, this process's memory, or the encrypted file behind a passphrase. */
export const SecretPlace = z.enum(['keychain', 'session', 'vault'])
export type SecretPlace = z.infer<typeof SecretPlace>

/** A secret as a window knows it: never its value. */
export const SecretRow = z.object({ name: z.string(), where: SecretPlace, /** Milliseconds since 1970. */ setAt: z.int() })
export type SecretRow = z.infer<typeof SecretRow>

/** A way to keep a secret, as it is offered to the person before anything is saved. */
export const PlaceChoice = z.object({
  where: z.enum([...SecretPlace.options, 'environment']),
  usable: z.boolean(),
  /** How long it lasts and who can read it, or why it can't be chosen now and what to do. */
  sentence: z.string(),
})
export type PlaceChoice = z.infer<typeof PlaceChoice>

/** The encrypted file as a whole; there is one in a data directory, or none. */
export const VaultRow = z.object({ state: z.enum(['none', 'locked', 'unlocked', 'unreadable']), sentence: z.string() })
export type VaultRow = z.infer<typeof VaultRow>
