import { AppError } from '../../../shared/errors.ts'
import { createRedactor } from './redact.ts'

/**
 * `none`: nothing on this system keeps secrets. `locked`: it is there and closed. `undecryptable`: an entry is there and
 * can't be read. `unavailable`: anything else, the keychain's part of the program not loading included.
 */
export type KeychainTrouble = 'none' | 'locked' | 'undecryptable' | 'unavailable'

/** Words a keychain uses for one trouble, matched in lower case anywhere in its error's text. */
interface TroubleWords { readonly words: string; readonly trouble: KeychainTrouble; readonly seen: string }

/** Observed with @napi-rs/keyring 2.1.2 on Debian, Node 24.21, gnome-keyring and dbus-daemon without a display, on 2026-11-30. */
export const captured: readonly TroubleWords[] = [
  { words: 'autolaunch was disabled at compile time', trouble: 'none', seen: 'no DBUS_SESSION_BUS_ADDRESS' },
  { words: 'failed to connect to socket', trouble: 'none', seen: 'DBUS_SESSION_BUS_ADDRESS names a socket that is not there' },
  { words: 'failed to connect to address', trouble: 'none', seen: 'listing entries, no bus' },
  { words: 'org.freedesktop.secrets was not provided by any .service files', trouble: 'none', seen: 'a bus without a secret service; also after the service was killed' },
  { words: 'secret service: no result found', trouble: 'none', seen: 'writing; gnome-keyring started by the bus, without any collection' },
  { words: 'unlock prompt was dismissed', trouble: 'locked', seen: 'reading, writing or deleting in a locked collection with no display; a wrong login password or damaged entries in the keyring file look the same; after 25 s when the prompter never comes up' },
  { words: 'org.freedesktop.secret.error.islocked', trouble: 'locked', seen: 'listing entries of a locked collection; asks nobody' },
  { words: 'password data is not valid utf-8', trouble: 'undecryptable', seen: 'an entry that another program filled with bytes that are no text' },
  { words: 'did not receive a reply', trouble: 'unavailable', seen: 'a secret service that is started and never registers; the call blocks its thread for 2 s' },
]

/**
 * From the names in the library's binary and its documentation; never met here. macOS and Windows words are among what is
 * missing altogether: there an unknown error counts as `unavailable`.
 */
export const unverified: readonly TroubleWords[] = [
  { words: 'no dbus session or secret service provider found', trouble: 'none', seen: 'in the binary' },
  { words: 'no secret service provider or dbus session found', trouble: 'none', seen: 'in the binary' },
  { words: 'secret service: object locked', trouble: 'locked', seen: 'in the binary' },
  { words: 'ss error: object locked', trouble: 'locked', seen: 'in the binary' },
  { words: 'ss error: prompt dismissed', trouble: 'locked', seen: 'in the binary' },
  { words: 'crypto error', trouble: 'undecryptable', seen: 'in the binary' },
  { words: 'message decryption failed', trouble: 'undecryptable', seen: 'in the binary' },
]

/** What an error's text means. An unknown one is never taken for a missing keychain. */
export function readTrouble(text: string): KeychainTrouble {
  const lower = text.toLowerCase()
  return [...captured, ...unverified].find(({ words }) => lower.includes(words))?.trouble ?? 'unavailable'
}

/** The three sentences of a trouble, for the person. */
export interface TroubleSentences { readonly message: string; readonly kept: string; readonly advice: string }

const OTHER_PLACES = 'keep the secret for this session only, read it from the environment, or store it behind a passphrase'

const sentences: Readonly<Record<KeychainTrouble, TroubleSentences>> = {
  none: {
    message: 'This system has no keychain that Gatehouse can use.',
    kept: 'Nothing was written to disk.',
    advice: `Start a keychain such as GNOME Keyring, KWallet or KeePassXC and try again, or ${OTHER_PLACES}.`,
  },
  locked: {
    message: 'The keychain is locked.',
    kept: 'What it holds is still there, and nothing in it was changed.',
    advice: `Unlock it with your login password and try again, or ${OTHER_PLACES}.`,
  },
  undecryptable: {
    message: 'The keychain has this entry and can’t read it.',
    kept: 'The entry was left as it is.',
    advice: 'Enter the secret again: that replaces the entry.',
  },
  unavailable: {
    message: 'The keychain can’t be used: it failed in a way that Gatehouse doesn’t know.',
    kept: 'Nothing in it was changed, as far as can be told.',
    advice: `Try again, or ${OTHER_PLACES}.`,
  },
}

export const sentencesOf = (trouble: KeychainTrouble): TroubleSentences => sentences[trouble]

/** The keychain gave no answer in time; most often it waits for its password in a window of its own. */
export const slowSentences = (seconds: number): TroubleSentences => ({
  message: `The keychain gave no answer within ${seconds} seconds. Most often it is locked and waits for its password in a window of its own.`,
  kept: 'Gatehouse withdrew its request. Nothing was changed, as far as can be told.',
  advice: `Unlock the keychain and try again, or ${OTHER_PLACES}.`,
})

/** The library that talks to the keychain didn't load, or took its process down. */
export const brokenPartSentences: TroubleSentences = {
  message: 'The part of Gatehouse that talks to the keychain doesn’t work on this system.',
  kept: 'Everything else works, and nothing in the keychain was changed.',
  advice: `Install Gatehouse again, or ${OTHER_PLACES}.`,
}

/**
 * @param text what the keychain said; kept as the cause for diagnosis, never shown
 * @param secret what the call was about to store; it is taken out of `text`
 */
export function troubleError(trouble: KeychainTrouble, { message, kept, advice }: TroubleSentences, text: string | null, secret: string | null = null): AppError {
  const cause = text === null ? undefined : new Error(secret === null ? text : createRedactor([secret])(text))
  return new AppError(`secret.${trouble}`, message, { kept, advice, cause })
}
