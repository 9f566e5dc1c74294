import type { CallHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { checkRun } from '../runs/check-run.ts'
import { sha256 } from '../store/sha256.ts'
import type { CoreParts } from './core-parts.ts'

/** What recorded runs would be under the code, the tools and the rules of today, or under others. Nothing is run and nothing is stored. */
export function createLookBackHandlers(parts: CoreParts): Pick<CallHandlers, 'run.check' | 'run.what-if' | 'connector.preview'> {
  const { runs, journal, lookBacks } = parts
  return {
    'run.what-if': ({ back, change }, { signal }) => lookBacks.whatIf(back, change, signal),
    'connector.preview': ({ connectorId }, { signal }) => lookBacks.preview(connectorId, signal),
    'run.check': async ({ turnId }) => {
      const run = runs.list.find(turnId)
      if (run === null) throw new AppError('input.not-found', 'There is no such run.', { advice: 'Choose another one from the list.' })
      return checkRun(turnId, { run, ...runs.read(turnId) }, { ...parts, readText: journal.readText, sha256 }, () => performance.now())
    },
  }
}
