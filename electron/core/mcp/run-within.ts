import { createContext, Script } from 'node:vm'

export type Outcome<T> = { readonly inTime: true; readonly value: T } | { readonly inTime: false }

const CALL = new Script('work()')
const CONTEXT: { work: (() => void) | null } = { work: null }
createContext(CONTEXT)

/**
 * Runs synchronous work that text from outside could hold up for ever, such as a regular expression of a server's. Work
 * that isn't done in time is cut off wherever it is and leaves nothing behind but what it wrote outside itself.
 * @param ms for which everything else waits at most
 * @throws what the work throws
 */
export function runWithin<T>(ms: number, work: () => T): Outcome<T> {
  let outcome: Outcome<T> = { inTime: false }
  const outer = CONTEXT.work
  CONTEXT.work = () => { outcome = { inTime: true, value: work() } }
  try {
    CALL.runInContext(CONTEXT, { timeout: ms })
    return outcome
  } catch (error) {
    // It comes from the other context, whose errors are none of ours.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { inTime: false }
    throw error
  } finally {
    CONTEXT.work = outer
  }
}
