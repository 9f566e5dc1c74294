import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { canBeMeant, FORWARD_MS, SETTLE_MS } from './answer-guard.ts'

export interface CardTimer {
  /** The card has been in sight, and the window in front, for long enough that a press can be meant. */
  readonly isSettled: boolean
  /** The same for one press that began at `pressedAt` (of `performance.now()`), judged exactly. */
  readonly canAnswer: (pressedAt: number) => boolean
}

/** Follows since when the card's buttons are in sight and since when the window is in front. `onFirstSight` is called once. */
export function useCardTimes(buttons: RefObject<HTMLElement | null>, onFirstSight: () => void): CardTimer {
  const firstSight = useRef<(() => void) | null>(onFirstSight)
  const times = useRef({ shownAt: Infinity, windowFocusedAt: -Infinity })
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const element = buttons.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      setSettled(false)
      const { shownAt, windowFocusedAt } = times.current
      if (shownAt === Infinity || windowFocusedAt === Infinity) return
      const settledAt = Math.max(shownAt + SETTLE_MS, windowFocusedAt + FORWARD_MS)
      timer = setTimeout(() => setSettled(true), Math.max(0, settledAt - performance.now()))
    }
    if (!document.hasFocus()) times.current.windowFocusedAt = Infinity
    const observer = new IntersectionObserver((entries) => {
      const inSight = entries.at(-1)?.isIntersecting === true
      if (inSight === (times.current.shownAt !== Infinity)) return
      times.current.shownAt = inSight ? performance.now() : Infinity
      settle()
      if (!inSight) return
      firstSight.current?.()
      firstSight.current = null
    }, { threshold: 0.9 })
    const forward = () => {
      times.current.windowFocusedAt = performance.now()
      settle()
    }
    const behind = () => {
      times.current.windowFocusedAt = Infinity
      settle()
    }
    observer.observe(element)
    window.addEventListener('focus', forward)
    window.addEventListener('blur', behind)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('focus', forward)
      window.removeEventListener('blur', behind)
    }
  }, [buttons])
  const canAnswer = useCallback((pressedAt: number) => canBeMeant(pressedAt, times.current), [])
  return useMemo(() => ({ isSettled, canAnswer }), [isSettled, canAnswer])
}
