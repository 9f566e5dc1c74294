import { useCallback, useEffect, useRef } from 'react'

/** Whether the page that asked is still shown: what ends after the person has left must not lead them away from where they went. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => { isHere.current = false }
  }, [])
  return useCallback(() => isHere.current, [])
}
