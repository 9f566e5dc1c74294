import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type Database from 'better-sqlite3'
import { createBlobs, type Blobs } from '../../electron/core/store/blobs.ts'
import { createChats, type Chats } from '../../electron/core/store/chats.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { createJournal, type Journal } from '../../electron/core/store/journal.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { createLedger } from '../../electron/core/budget/ledger.ts'
import { createStandingApprovals } from '../../electron/core/gate/standing-approvals.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import { createProjections } from '../../electron/core/store/projections.ts'
import { ChatId } from '../../shared/ids.ts'
import type { TurnEvent } from '../../shared/turn-event.ts'
import { emptyTurn, type TurnState } from '../../shared/turn-state.ts'
import { started, TURN } from '../shared/turn-events.ts'

const closers: (() => void)[] = []
after(() => { for (const close of closers) close() })

/** A folder of the test's own, gone when the file is through. */
export function newPlace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
  closers.push(() => { rmSync(folder, { recursive: true, force: true }) })
  return folder
}

export interface OpenPlace { readonly directory: string; readonly database: Database.Database; readonly journal: Journal; readonly blobs: Blobs; readonly chats: Chats; readonly close: () => void }

export function openPlace(directory = newPlace()): OpenPlace {
  const store = openStore(directory, coreMigrations)
  const { database } = store
  let isOpen = true
  const close = (): void => {
    if (isOpen) store.close()
    isOpen = false
  }
  closers.unshift(close)
  return { directory, database, journal: createJournal(database, createProjections(database, createLedger(database), createStandingApprovals(database, sha256))), blobs: createBlobs(database), chats: createChats(database), close }
}

export const CHAT = ChatId.parse('chat_1')

/** Stores a turn that says `text` and then `more`. */
export function storeTurn({ journal }: OpenPlace, text: string, more: readonly TurnEvent[] = [], turnId = TURN): TurnState {
  const first = started({ body: { message: [{ origin: 'typed', text: { text }, vouched: true }], taint: [] } })
  return journal.append(emptyTurn(turnId), [first, ...more], { durable: false }).state
}
