import { useEffect, useState } from 'react'

/** The time, moved on at midnight only: what is "today" changes then and never in between. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const day = new Date(now)
    const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
    const timer = setTimeout(() => setNow(Date.now()), midnight - Date.now() + 1_000)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
