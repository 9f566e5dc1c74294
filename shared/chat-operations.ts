import { z } from 'zod'
import { call, none, rows, rowsInParts, watch } from './contract-parts.ts'
import { DraftFile, MOST_FILES } from './draft-file.ts'
import { ChatId, TurnId } from './ids.ts'
import { ChatRow, TurnNode } from './run-record.ts'

/** What a window can ask about chats; a part of the contract. */
export const chatOperations = {
  'chat.create': call(none, z.object({ chatId: ChatId })),
  'chat.rename': call(z.object({ chatId: ChatId, title: z.string().trim().min(1).max(200) }), none),
  'chat.pin': call(z.object({ chatId: ChatId, pinned: z.boolean() }), none),
  'chat.archive': call(z.object({ chatId: ChatId, archived: z.boolean() }), none),
  /** Gone from every list at once; really deleted when `undoUntil` has passed. A running turn is stopped first. */
  'chat.delete': call(z.object({ chatId: ChatId }), z.object({ undoUntil: z.int() })),
  'chat.restore': call(z.object({ chatId: ChatId }), none),
  'chat.show-branch': call(z.object({ chatId: ChatId, leafTurnId: TurnId }), none),
  'chat.save-draft': call(z.object({ chatId: ChatId, draft: z.string().max(200_000) }), none),
  'chat.draft-files': call(z.object({ chatId: ChatId }), z.array(DraftFile)),
  'chat.save-draft-files': call(z.object({ chatId: ChatId, files: z.array(DraftFile).max(MOST_FILES) }), none),
  'chat.search': call(z.object({ query: z.string().max(500), limit: z.int().min(1).max(100) }), z.array(z.object({ chatId: ChatId, turnId: TurnId.nullable(), title: z.string(), excerpt: z.string(), at: z.int() }))),
  'chat.export': call(z.object({ chatId: ChatId, format: z.enum(['markdown', 'json']) }), z.object({ fileName: z.string(), content: z.string() })),
  /** The chat's tree, without content. */
  'chat.watch': watch(z.object({ chatId: ChatId }), rowsInParts(TurnNode)),
  'chats.watch': watch(none, rows(ChatRow)),
} as const
