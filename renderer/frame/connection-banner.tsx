import { useEffect, useState } from 'react'
import { useConnection } from '../core.tsx'
import { strings } from '../strings/en.ts'
import { Banner } from '../ui/banner.tsx'

const PATIENCE_MS = 700

/** Says that the connection is gone, once it has been for a moment: most come back before anybody could read it. */
export function ConnectionBanner() {
  const gone = useConnection() === 'reconnecting'
  return gone ? <GoneBanner /> : null
}

function GoneBanner() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!long) return null
  const { happened, kept, todo } = strings.frame.reconnecting
  return <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={happened} kept={kept} todo={todo} />
}
