import type Database from 'better-sqlite3'
import { z } from 'zod'
import { CallId, ChatId, TurnId } from '../../../shared/ids.ts'

/** Where an open question stands; what it asks is in its turn's journal. */
export interface OpenQuestion { readonly turnId: TurnId; readonly callId: CallId; readonly question: number; readonly chatId: ChatId; readonly chatTitle: string }

export interface Questions {
  /** Of chats that aren't deleted, oldest first. */
  readonly list: () => readonly OpenQuestion[]
  readonly find: (callId: CallId) => OpenQuestion | null
  readonly count: () => number
}

const Row = z.object({ turn_id: TurnId, call_id: CallId, question: z.int(), chat_id: ChatId, title: z.string() })
const toQuestion = (value: unknown): OpenQuestion => {
  const row = Row.parse(value)
  return { turnId: row.turn_id, callId: row.call_id, question: row.question, chatId: row.chat_id, chatTitle: row.title }
}

export function createQuestions(database: Database.Database): Questions {
  const SELECT = 'SELECT q.turn_id, q.call_id, q.question, q.chat_id, c.title FROM questions q JOIN chats c ON c.chat_id = q.chat_id WHERE c.deleted_at IS NULL'
  const selectAll = database.prepare(`${SELECT} ORDER BY q.asked_at, q.turn_id`)
  const selectOne = database.prepare(`${SELECT} AND q.call_id = ?`)
  const countAll = database.prepare('SELECT count(*) FROM questions q JOIN chats c ON c.chat_id = q.chat_id WHERE c.deleted_at IS NULL').pluck()
  return {
    list: () => selectAll.all().map(toQuestion),
    find: (callId) => { const row = selectOne.get(callId); return row === undefined ? null : toQuestion(row) },
    count: () => z.int().parse(countAll.get()),
  }
}
