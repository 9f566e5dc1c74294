import { useRef, type MouseEvent } from 'react'
import type { CardTimer } from './use-card-times.ts'

interface MeantPress {
  /** For the element around the buttons. */
  readonly onPointerDown: () => void
  /** Acts on a click when its press was meant for this card. */
  readonly press: (event: MouseEvent, act: () => void) => void
}

/** Buttons of a card that is open: a press counts from its beginning. */
export function useMeantPress(isOpen: boolean, timer: CardTimer): MeantPress {
  const pressedAt = useRef<number | null>(null)
  return {
    onPointerDown: () => { pressedAt.current = performance.now() },
    press: (event, act) => {
      // A click without a pointer comes from a key or a screen reader, and begins now.
      const began = event.detail === 0 ? performance.now() : pressedAt.current
      pressedAt.current = null
      if (isOpen && began !== null && timer.canAnswer(began)) act()
    },
  }
}

/** Off without `disabled`, which would drop the focus. */
export const off = (isOff: boolean) => (isOff ? { 'aria-disabled': true, 'data-disabled': '' } as const : {})
