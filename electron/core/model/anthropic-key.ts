import type { AnthropicProfile } from '../../../shared/model-profile.ts'

export type UsableKey =
  /** Null: the profile wants none. */
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly message: string; readonly advice: string }

/** What can't be a header's value is no key: it must not get into an error about headers. */
const FITTING = /^[\x21-\x7e]+$/

/** Reads a profile's key with `read`, unless it wants none. Never repeats what it read. */
export async function readUsableKey({ name, key }: AnthropicProfile, read: () => Promise<string | null>): Promise<UsableKey> {
  if (key.kind === 'none') return { ok: true, value: null }
  const found = (await read())?.trim() ?? ''
  const advice = key.kind === 'environment' ? `Set the environment variable ${key.variable} before Gatehouse starts.` : `Set the key of “${name}” in Settings.`
  if (found === '') return { ok: false, message: `There is no key for “${name}”.`, advice }
  if (!FITTING.test(found)) return { ok: false, message: `What is stored as the key of “${name}” holds characters that no key has.`, advice }
  return { ok: true, value: found }
}
