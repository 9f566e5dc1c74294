import type Database from 'better-sqlite3'
import { createLedger } from '../../../electron/core/budget/ledger.ts'
import { connectorMigrations } from '../../../electron/core/connectors/built-in.ts'
import { createStandingApprovals } from '../../../electron/core/gate/standing-approvals.ts'
import { createChats, type Chats } from '../../../electron/core/store/chats.ts'
import { openStore } from '../../../electron/core/store/database.ts'
import { createJournal, type Journal } from '../../../electron/core/store/journal.ts'
import { coreMigrations } from '../../../electron/core/store/migrations.ts'
import { createProjections } from '../../../electron/core/store/projections.ts'
import { sha256 } from '../../../electron/core/store/sha256.ts'

export interface OpenJournal {
  readonly database: Database.Database
  readonly journal: Journal
  readonly chats: Chats
  /** Calls `store` for each number below `count`; many share a transaction. */
  readonly fill: (count: number, store: (number: number) => void) => void
  readonly close: () => void
}

const EACH_TRANSACTION = 500

/** The shipped store of a data directory, without anything that would go on with what is in it. */
export function openJournal(dataDirectory: string): OpenJournal {
  const { database, close } = openStore(dataDirectory, [...coreMigrations, ...connectorMigrations])
  const part = database.transaction((from: number, to: number, store: (number: number) => void) => { for (let number = from; number < to; number += 1) store(number) })
  return {
    database, close, chats: createChats(database),
    journal: createJournal(database, createProjections(database, createLedger(database), createStandingApprovals(database, sha256))),
    fill: (count, store) => { for (let from = 0; from < count; from += EACH_TRANSACTION) part(from, Math.min(count, from + EACH_TRANSACTION), store) },
  }
}
