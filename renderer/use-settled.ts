import { useEffect, useState } from 'react'

const PAUSE_MS = 140

/** What was typed, once the typing pauses; an empty field counts at once. */
export function useSettled<T>(text: T): T {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
