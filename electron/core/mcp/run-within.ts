import { createContext, Script } from 'node:vm'

/** `starved`: the machine was too busy to learn whether it can be done. */
export type Outcome<T> = { readonly inTime: true; readonly value: T } | { readonly inTime: false; readonly starved: boolean }

const CALL = new Script('work()')
const CONTEXT: { work: (() => void) | null } = { work: null }
createContext(CONTEXT)

/** Work that was on the processor for less of its time than this was held up by the machine, not by itself. */
const OWN_SHARE = 0.5
/** How much longer than the limit a try lasts; each begins anew, and only where the one before was held up. */
const TRIES: readonly number[] = [1, 2, 4, 8]

/**
 * Runs synchronous work that text from outside could hold up for ever, such as a regular expression of a server's. Work
 * that isn't done in time is cut off wherever it is and leaves nothing behind but what it wrote outside itself; what counts is
 * the time that it had the processor, so it may be begun more than once.
 * @param ms for which everything else waits at most where the machine has nothing else to do, and fifteen times as long where it has
 * @throws what the work throws
 */
export function runWithin<T>(ms: number, work: () => T): Outcome<T> {
  for (const times of TRIES) {
    const before = process.threadCpuUsage()
    const outcome = runOnce(ms * times, work)
    if (outcome.inTime) return outcome
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 >= ms * OWN_SHARE) return { inTime: false, starved: false }
  }
  return { inTime: false, starved: true }
}

function runOnce<T>(wallMs: number, work: () => T): { readonly inTime: true; readonly value: T } | { readonly inTime: false } {
  let outcome: { readonly inTime: true; readonly value: T } | { readonly inTime: false } = { inTime: false }
  const outer = CONTEXT.work
  CONTEXT.work = () => { outcome = { inTime: true, value: work() } }
  try {
    CALL.runInContext(CONTEXT, { timeout: wallMs })
    return outcome
  } catch (error) {
    // It comes from the other context, whose errors are none of ours.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { inTime: false }
    throw error
  } finally {
    CONTEXT.work = outer
  }
}
