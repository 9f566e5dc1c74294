import { useCallback, useState } from 'react'
import { usePerform } from './perform.ts'

export interface Pending {
  readonly has: (key: string) => boolean
  /** Runs `work` as a person's action; until it ends its control is busy. */
  readonly run: (key: string, work: () => Promise<unknown>) => void
}

/** Which controls wait for the core. What they show stays the core's word: nothing is shown as done before it is. */
export function usePending(): Pending {
  const perform = usePerform()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const run = useCallback((key: string, work: () => Promise<unknown>) => {
    setKeys((before) => new Set(before).add(key))
    void perform(work).finally(() => setKeys((before) => new Set([...before].filter((other) => other !== key))))
  }, [perform])
  return { has: (key) => keys.has(key), run }
}
