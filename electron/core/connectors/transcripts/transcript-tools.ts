import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ChatId, ConnectorId, TurnId } from '../../../../shared/ids.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { noteStored, shorten } from '../stored-taint.ts'
import type { PastChats, PastTurn } from './past-chats.ts'

export interface TranscriptTools { readonly pastChats: PastChats; readonly now: () => number }
type Context = ToolContext<TranscriptTools>

export const TRANSCRIPTS_ID = ConnectorId.parse('transcripts')
/** UTF-16 units of one message or answer, and of all in one result. */
const TEXT_LENGTH = 8_000
const RESULT_LENGTH = 40_000
/** Of the running chat some may be found that isn't shown. */
const MOST_HITS = 50

export const searchChats = defineTool({
  name: 'search_chats',
  title: 'Search past chats',
  description: 'Finds messages and answers of earlier chats by words; every word must occur, the last may be a beginning. Gives an excerpt of each, with the number of its chat for read_chat. This chat and deleted ones are never among them.',
  input: z.strictObject({
    query: z.string().max(500).regex(/[\p{L}\p{N}]/u, 'needs a word').describe('One or more words'),
    limit: z.int().min(1).max(25).default(10),
  }),
  class: 'read',
  summarise: ({ query }) => `Search past chats for ${shorten(query, 80)}`,
  run: async (context: Context, { query, limit }) => {
    const { pastChats } = context.deps
    const here = pastChats.chatOf(context.turnId)
    const hits = await pastChats.search(query, MOST_HITS, context.signal)
    const found = hits.filter(({ chatId }) => chatId !== here).slice(0, limit)
    noteRead(context, 'search_chats', found.map(({ turnId, title }) => ({ title, taint: turnId === null ? [] : pastChats.taintOf(turnId) })))
    return { chats: found.map(({ chatId, turnId, title, excerpt, at }) => ({ chat: chatId, turn: turnId, title, excerpt, at: new Date(at).toISOString() })) }
  },
})

export const readChat = defineTool({
  name: 'read_chat',
  title: 'Read a past chat',
  description: 'Reads what was said in an earlier chat, the latest turns of it, oldest first; results of tools are left out. For what came before, give `before`.',
  input: z.strictObject({
    chat: ChatId.describe('As search_chats gives it'),
    before: TurnId.optional().describe('The first turn of the part read last'),
    turns: z.int().min(1).max(50).default(20),
  }),
  class: 'read',
  summarise: ({ chat }) => `Read the chat ${chat}`,
  run: async (context: Context, { chat, before, turns }) => {
    const { pastChats } = context.deps
    if (pastChats.chatOf(context.turnId) === chat) throw new AppError('input.invalid', 'That is this chat itself.', { advice: 'What was said in it is before you.' })
    const found = pastChats.find(chat)
    if (found === null) throw new AppError('input.not-found', 'There is no such chat; it may have been deleted.', { advice: 'Search the chats to see which there are.' })
    const from = before ?? found.leafTurnId
    if (from === null) return { title: found.title, turns: [] }
    const { shown, isMore } = part(pastChats.turnsBack(chat, from), before, turns)
    if (before !== undefined && shown.length === 0 && !isMore) throw new AppError('input.not-found', `Nothing of this chat comes before ${before}.`)
    noteRead(context, 'read_chat', shown.map(({ taint }) => ({ title: found.title, taint })))
    const first = shown[0]
    return {
      title: found.title,
      turns: shown.map(({ turnId, at, authors, asked, answered, tools }) => ({
        turn: turnId, at: new Date(at).toISOString(), ...(authors.length === 0 ? {} : { messageFrom: authors.join(' and ') }), message: cut(asked), answer: cut(answered), ...(tools.length === 0 ? {} : { tools: [...new Set(tools)].slice(0, 20) }),
      })),
      ...(isMore && first !== undefined ? { note: `More came before. Ask with before ${first.turnId} to go on.` } : {}),
    }
  },
})

/** Whole turns until the result is full, oldest first. `before` itself is left out. */
function part(back: Iterable<PastTurn>, before: TurnId | undefined, most: number): { readonly shown: readonly PastTurn[]; readonly isMore: boolean } {
  const shown: PastTurn[] = []
  let length = 0
  for (const turn of back) {
    if (turn.turnId === before) continue
    length += (cut(turn.asked)?.length ?? 0) + (cut(turn.answered)?.length ?? 0)
    if (shown.length === most || (shown.length > 0 && length > RESULT_LENGTH)) return { shown: shown.reverse(), isMore: true }
    shown.push(turn)
  }
  return { shown: shown.reverse(), isMore: false }
}

const cut = (text: string | null): string | null =>
  text === null || text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH).toWellFormed()}…(${text.length - TEXT_LENGTH} characters more)`

function noteRead(context: Context, tool: string, read: readonly { readonly title: string; readonly taint: PastTurn['taint'] }[]): void {
  noteStored(context, { connectorId: TRANSCRIPTS_ID, tool, now: context.deps.now() }, read.map(({ title, taint }) => ({ what: `the chat “${title === '' ? 'without a title' : shorten(title, 60)}”`, taint })))
}
