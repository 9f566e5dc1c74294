import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ChatId, TurnId } from '../../../shared/ids.ts'

export interface ChatHit { readonly chatId: ChatId; readonly turnId: TurnId | null; readonly title: string; readonly excerpt: string; readonly at: number }

const Hit = z.object({ chat_id: ChatId, turn_id: TurnId, title: z.string(), excerpt: z.string(), started_at: z.int() })

/**
 * A person's words as a full-text query: every word must occur, the last one may be a beginning of two letters or more, since
 * nearly every message has a word that begins with a given one. In scripts that write words in few signs one is enough. Nothing in
 * the text is read as query syntax. Null when there's nothing to look for.
 */
export function toFullTextQuery(text: string): string | null {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}_]+/gu) ?? []
  if (words.length === 0) return null
  return words.slice(0, 12).map((word, index) => (index === words.length - 1 && !ONE_LETTER.test(word) ? `"${word}"*` : `"${word}"`)).join(' ')
}

const ONE_LETTER = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]$/u

/** With more hits than this words say little about which is meant, and ranking them all takes longer than anybody waits. */
const MOST_RANKED = 300

/** Finds messages and answers of chats that aren't deleted: the best first, or the newest where very many fit; excerpts mark the hit with ‹ ›. */
export function createChatSearch(database: Database.Database): (query: string, limit: number) => readonly ChatHit[] {
  const countUpTo = database.prepare('SELECT count(*) FROM (SELECT 1 FROM message_search WHERE message_search MATCH ? LIMIT ?)').pluck()
  const selectBy = (order: string) => database.prepare(`
    SELECT m.chat_id, m.turn_id, c.title, snippet(message_search, 0, '‹', '›', '…', 16) AS excerpt, t.started_at
    FROM message_search m JOIN chats c ON c.chat_id = m.chat_id JOIN turns t ON t.turn_id = m.turn_id
    WHERE message_search MATCH ? AND c.deleted_at IS NULL ORDER BY ${order} LIMIT ?`)
  const best = selectBy('bm25(message_search), t.started_at DESC')
  const newest = selectBy('m.rowid DESC')
  return (query, limit) => {
    const words = toFullTextQuery(query)
    if (words === null) return []
    const select = Number(countUpTo.get(words, MOST_RANKED + 1)) > MOST_RANKED ? newest : best
    return select.all(words, limit).map((row) => {
      const hit = Hit.parse(row)
      return { chatId: hit.chat_id, turnId: hit.turn_id, title: hit.title, excerpt: hit.excerpt, at: hit.started_at }
    })
  }
}
