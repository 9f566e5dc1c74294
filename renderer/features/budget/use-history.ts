import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../../shared/contract.ts'
import { toWireError } from '../../../shared/errors.ts'
import type { StatusRow } from '../../../shared/run-record.ts'
import { useCore } from '../../core.tsx'
import { sayProblem } from '../../say-problem.ts'

export type Spent = Output<'budget.history'>
export type HistoryState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly spent: Spent }
  | { readonly kind: 'failed'; readonly sentence: string }

const DAYS = 30

/** Read anew whenever the figures change, one read at a time; `again` reads after a failure. */
export function useHistory(status: StatusRow): { readonly state: HistoryState; readonly again: () => void } {
  const core = useCore()
  const [state, setState] = useState<HistoryState>({ kind: 'loading' })
  const [tries, setTries] = useState(0)
  const reading = useRef({ isOn: false, isBehind: false })

  useEffect(() => {
    const now = reading.current
    const read = async (): Promise<void> => {
      now.isOn = true
      do {
        now.isBehind = false
        try {
          setState({ kind: 'ready', spent: await core.call('budget.history', { days: DAYS }) })
        } catch (error) {
          setState({ kind: 'failed', sentence: sayProblem(toWireError(error)) })
        }
      } while (now.isBehind)
      now.isOn = false
    }
    if (now.isOn) now.isBehind = true
    else void read()
  }, [core, status, tries])

  return { state, again: () => setTries((count) => count + 1) }
}
