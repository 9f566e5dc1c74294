import type Database from 'better-sqlite3'
import type { ChainCheck } from '../../../shared/run-log.ts'
import { createHeadReader, type ChainHead } from '../store/audit-chain.ts'
import type { Reading } from '../reading/reading.ts'
import { checkChain } from './check-chain.ts'
import { createRunReader } from './read-run.ts'
import { createRunList, type RunList } from './run-list.ts'

/** What is known of all runs, deleted ones with them. Nothing here writes; what can take long is read in a thread of its own. */
export interface Runs {
  readonly list: Pick<RunList, 'find' | 'count'>
  readonly read: ReturnType<typeof createRunReader>
  readonly head: () => ChainHead | null
  /** Starts a check unless one runs; `onChange` hears of each piece and of the end. */
  readonly check: (now: () => number, onChange: () => void) => void
  readonly cancelCheck: () => void
  readonly checkState: () => ChainCheck
}

export function createRuns(database: Database.Database, ask: Reading['ask']): Runs {
  const head = createHeadReader(database)
  let state: ChainCheck = { state: 'never' }

  /** The check under way; another one, or none, means that it was ended. */
  let current: symbol | null = null

  const run = async (now: () => number, onChange: () => void): Promise<void> => {
    const mine = Symbol('check')
    current = mine
    const become = (next: ChainCheck): void => {
      if (current !== mine) return
      state = next
      if (next.state !== 'running') current = null
      onChange()
    }
    become({ state: 'running', checked: 0, of: head()?.position ?? 0 })
    try {
      const report = await checkChain((place) => ask('chain.piece', place), (checked, of) => {
        become({ state: 'running', checked, of: Math.max(of, checked) })
        return current === mine
      })
      if (report !== null) become({ state: 'done', at: now(), ...report })
    } catch (error) {
      become({ state: 'failed', sentence: `A record could not be read (${error instanceof Error ? error.message.split('\n')[0] ?? '' : 'for no reason that was told'}), so the check ended there.` })
    }
  }

  return {
    list: createRunList(database), read: createRunReader(database), head,
    check: (now, onChange) => { if (current === null) void run(now, onChange) },
    cancelCheck: () => {
      current = null
      if (state.state === 'running') state = { ...state, state: 'cancelled' }
    },
    checkState: () => state,
  }
}
