import { TurnId, type ChatId } from '../../../shared/ids.ts'
import { emptyTurn } from '../../../shared/turn-state.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { stepStarted, started, turnEnded } from '../../shared/turn-events.ts'
import { openJournal } from '../journal/open-journal.ts'
import { prose } from './long-answers.ts'

export const seededTurn = (number: number): TurnId => TurnId.parse(`turn_seeded${String(number).padStart(6, '0')}`)

/**
 * Makes a data directory with one chat of so many turns, each a message and its answer, as the store itself writes them; many turns share
 * a transaction.
 */
export function seedChat(dataDirectory: string, chatId: ChatId, title: string, turns: number): void {
  const { journal, chats, fill, close } = openJournal(dataDirectory)
  try {
    const startedAt = Date.now() - turns * 1000
    chats.create(chatId, startedAt)
    chats.change(chatId, { title })
    fill(turns, (number) => { journal.append(emptyTurn(seededTurn(number)), eventsOf(number, chatId, startedAt + number * 1000), { durable: false }) })
  } finally {
    close()
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
