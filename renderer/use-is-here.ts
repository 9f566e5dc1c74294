import { useEffect, useState } from 'react'

/** Whether the page that asked is still shown: what ends after the person has left must not lead them away from where they went. */
export function useIsHere(): () => boolean {
  const [page] = useState(() => ({ isHere: false }))
  useEffect(() => {
    page.isHere = true
    return () => { page.isHere = false }
  }, [page])
  const [isHere] = useState(() => () => page.isHere)
  return isHere
}
