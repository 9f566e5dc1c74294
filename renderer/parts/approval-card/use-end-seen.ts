import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether the end of what scrolls was in sight since `subject` last changed. What lies below the edge is as unread as
 * what is folded. Give a new `subject` (by identity) whenever the content grows.
 */
export function useEndSeen(scroller: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>, subject: object): boolean {
  const [seenOf, setSeenOf] = useState<object | null>(null)
  useEffect(() => {
    if (scroller.current === null || end.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeenOf(subject)
    }, { root: scroller.current, rootMargin: '12px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [scroller, end, subject])
  return seenOf === subject
}
