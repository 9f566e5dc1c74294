/** Milliseconds on one clock; infinite where it hasn't happened. */
export interface CardTimes {
  /** The card came into sight. */
  readonly shownAt: number
  /** The window last came forward; `Infinity` while it is behind, `-Infinity` when it was in front from the start. */
  readonly windowFocusedAt: number
}

export const SETTLE_MS = 500
export const FORWARD_MS = 400

/**
 * Whether a press (of a pointer or a key) that began at `pressedAt` can have been meant for this card: not one that was
 * aimed at what stood there before, nor the click that only brought the window forward.
 */
export const canBeMeant = (pressedAt: number, { shownAt, windowFocusedAt }: CardTimes): boolean =>
  pressedAt - shownAt >= SETTLE_MS && pressedAt - windowFocusedAt >= FORWARD_MS

/** The part of a key event that tells what it means on a card. */
export interface CardKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
  /** An input method is choosing, by either of its two signs. */
  readonly composing: boolean
  /** The key goes into a text field. */
  readonly inTextField: boolean
  /** A button or link has the focus and would take Enter for itself. */
  readonly onControl: 'approve' | 'other' | 'none'
}

/** `blocked`: nothing may come of it, not even what the browser would do. */
export type CardMeaning = 'approve' | 'reject' | 'bytes' | 'blocked' | 'none'

export function meaningOf(pressed: CardKey): CardMeaning {
  if (pressed.composing) return pressed.key === 'Enter' || pressed.key === 'Process' ? 'blocked' : 'none'
  if (pressed.inTextField) return 'none'
  const mod = pressed.ctrlKey || pressed.metaKey
  if (pressed.key === 'Enter') {
    if (mod && !pressed.altKey && !pressed.shiftKey) return pressed.repeat ? 'blocked' : 'approve'
    return pressed.onControl === 'approve' ? 'blocked' : 'none'
  }
  if (mod || pressed.altKey || pressed.repeat) return 'none'
  if (pressed.key === 'Backspace' && !pressed.shiftKey) return 'reject'
  if (pressed.key === 'r' || pressed.key === 'R') return 'bytes'
  return 'none'
}
