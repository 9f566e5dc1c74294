export type ShortcutId = 'palette' | 'new-chat' | 'inbox' | 'settings' | 'toggle-rail' | 'toggle-panel' | 'shortcuts'

export interface Surroundings {
  readonly mac: boolean
  /** In a browser's tab, where some keys belong to the browser. */
  readonly browser: boolean
}

/** A key event, as far as a shortcut cares. */
export interface PressedKey {
  readonly key: string
  /** The key's place on the board, such as `KeyN`. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
  /** An input method is choosing, by either of its two signs. */
  readonly composing: boolean
  readonly altGraph: boolean
  readonly inTextField: boolean
}

const IDS: readonly ShortcutId[] = ['palette', 'new-chat', 'inbox', 'settings', 'toggle-rail', 'toggle-panel', 'shortcuts']

/** In the notation of the Kbd part. */
export function keysOf(id: ShortcutId, { browser }: Surroundings): string {
  switch (id) {
    case 'palette': return 'mod+k'
    case 'new-chat': return browser ? 'alt+n' : 'mod+n'
    case 'inbox': return browser ? 'alt+i' : 'mod+i'
    case 'settings': return 'mod+,'
    case 'toggle-rail': return 'mod+b'
    case 'toggle-panel': return 'mod+shift+b'
    case 'shortcuts': return '?'
  }
}

/** What a key press means everywhere in the window; null when it is nobody's, or belongs to the text being written. */
export function shortcutOf(pressed: PressedKey, surroundings: Surroundings): ShortcutId | null {
  if (pressed.composing || pressed.repeat || pressed.altGraph) return null
  return IDS.find((id) => matches(keysOf(id, surroundings).split('+'), pressed, surroundings)) ?? null
}

function matches(keys: readonly string[], pressed: PressedKey, { mac }: Surroundings): boolean {
  const letter = keys.at(-1) ?? ''
  const wantsMod = keys.includes('mod')
  const wantsAlt = keys.includes('alt')
  const [mod, foreign] = mac ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey]
  if (mod !== wantsMod || foreign || pressed.altKey !== wantsAlt) return false
  // A bare character is text, and so is Option with a letter on a Mac.
  if (pressed.inTextField && !wantsMod && (!wantsAlt || mac)) return false
  // A character such as "?" is reached with Shift on some boards and without it on others.
  if (letter !== '?' && pressed.shiftKey !== keys.includes('shift')) return false
  // With Alt held the character changes with the layout; the place of the key doesn't.
  return wantsAlt ? pressed.code === `Key${letter.toUpperCase()}` : pressed.key.toLowerCase() === letter
}
