import { createLedger } from '../../../electron/core/budget/ledger.ts'
import { createStandingApprovals } from '../../../electron/core/gate/standing-approvals.ts'
import { createChats } from '../../../electron/core/store/chats.ts'
import { openStore } from '../../../electron/core/store/database.ts'
import { createJournal } from '../../../electron/core/store/journal.ts'
import { coreMigrations } from '../../../electron/core/store/migrations.ts'
import { createProjections } from '../../../electron/core/store/projections.ts'
import { sha256 } from '../../../electron/core/store/sha256.ts'
import { TurnId, type ChatId } from '../../../shared/ids.ts'
import { emptyTurn } from '../../../shared/turn-state.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { stepStarted, started, turnEnded } from '../../shared/turn-events.ts'
import { prose } from './long-answers.ts'

const TURNS_PER_TRANSACTION = 500

export const seededTurn = (number: number): TurnId => TurnId.parse(`turn_seeded${String(number).padStart(6, '0')}`)

/**
 * Makes a data directory with one chat of so many turns, each a message and its answer, as the store itself writes them; many turns share
 * a transaction.
 */
export function seedChat(dataDirectory: string, chatId: ChatId, title: string, turns: number): void {
  const store = openStore(dataDirectory, coreMigrations)
  try {
    const { database } = store
    const journal = createJournal(database, createProjections(database, createLedger(database), createStandingApprovals(database, sha256)))
    const chats = createChats(database)
    const startedAt = Date.now() - turns * 1000
    const storeTurns = database.transaction((from: number) => {
      for (let number = from; number < Math.min(turns, from + TURNS_PER_TRANSACTION); number += 1) {
        journal.append(emptyTurn(seededTurn(number)), eventsOf(number, chatId, startedAt + number * 1000), { durable: false })
      }
    })
    chats.create(chatId, startedAt)
    chats.change(chatId, { title })
    for (let from = 0; from < turns; from += TURNS_PER_TRANSACTION) storeTurns(from)
  } finally {
    store.close()
  }
}

function eventsOf(number: number, chatId: ChatId, at: number): readonly TurnEvent[] {
  const answer = number % 10 === 0 ? prose(1500) : `This is the answer to message ${number}, which is neither long nor short.`
  const events: readonly TurnEvent[] = [
    started({ chatId, parentTurnId: number === 0 ? null : seededTurn(number - 1), body: { message: [{ origin: 'typed', text: { text: `This is message ${number}` }, vouched: true }], taint: [] } }),
    stepStarted(1),
    { kind: 'step.ended', version: 1, at, step: 1, how: 'complete', stopReason: 'end_turn', meta: { usage: NO_USAGE, detail: null }, body: { blocks: [{ type: 'text', text: { text: answer } }], message: null } },
    turnEnded(),
  ]
  return events.map((event, index) => ({ ...event, at: at + index * 100 }))
}
