import type Database from 'better-sqlite3'
import type { ChainCheck } from '../../../shared/run-log.ts'
import { createHeadReader, type ChainHead } from '../store/audit-chain.ts'
import { createAuditList, type AuditList } from './audit-list.ts'
import { checkChain } from './check-chain.ts'
import { createExport } from './export-audit.ts'
import { createRunReader } from './read-run.ts'
import { createRunList, type RunList } from './run-list.ts'

/** What is known of all runs, deleted ones with them. Nothing here writes. */
export interface Runs {
  readonly list: RunList
  readonly audit: AuditList
  readonly read: ReturnType<typeof createRunReader>
  readonly exportPiece: ReturnType<typeof createExport>
  readonly head: () => ChainHead | null
  /** Starts a check unless one runs; `onChange` hears of each piece and of the end. */
  readonly check: (now: () => number, onChange: () => void) => void
  readonly cancelCheck: () => void
  readonly checkState: () => ChainCheck
}

export function createRuns(database: Database.Database, redact: (text: string) => string): Runs {
  const audit = createAuditList(database)
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
      const report = await checkChain(database, (checked) => {
        become({ state: 'running', checked, of: Math.max(head()?.position ?? 0, checked) })
        return current === mine
      })
      if (report !== null) become({ state: 'done', at: now(), ...report })
    } catch (error) {
      become({ state: 'failed', sentence: `A record could not be read (${error instanceof Error ? error.message.split('\n')[0] ?? '' : 'for no reason that was told'}), so the check ended there.` })
    }
  }

  return {
    list: createRunList(database), audit, read: createRunReader(database), exportPiece: createExport(database, audit, redact), head,
    check: (now, onChange) => { if (current === null) void run(now, onChange) },
    cancelCheck: () => {
      current = null
      if (state.state === 'running') state = { ...state, state: 'cancelled' }
    },
    checkState: () => state,
  }
}
