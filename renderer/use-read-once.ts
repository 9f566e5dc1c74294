import { useEffect, useState } from 'react'
import type { CoreClient } from '../shared/contract.ts'
import type { WireError } from '../shared/errors.ts'
import { useCore } from './core.tsx'
import { takeAnswer } from './take-answer.ts'

/** For what is asked for once, when it is first shown. @param ask the same each time, as one that is written outside of a component is */
export function useReadOnce<T>(ask: (core: CoreClient) => Promise<T>): { readonly found: T | null; readonly problem: WireError | null } {
  const core = useCore()
  const [found, setFound] = useState<T | null>(null)
  const [problem, setProblem] = useState<WireError | null>(null)
  useEffect(() => takeAnswer(ask(core), (answer) => setFound(() => answer), setProblem), [core, ask])
  return { found, problem }
}
