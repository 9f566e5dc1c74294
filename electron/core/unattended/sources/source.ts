import { z } from 'zod'
import { ChatId, HookId, SourceId } from '../../../../shared/ids.ts'
import { ConfirmedTool, PollReport, SourceText } from '../../../../shared/source.ts'
import { flag, json } from '../../store/columns.ts'

/** A source as it is stored. */
export interface Source {
  readonly sourceId: SourceId
  readonly text: SourceText
  /** What the person confirmed when it was saved; nothing else is ever described to its runs. */
  readonly confirmed: readonly ConfirmedTool[]
  readonly on: boolean
  /** Where its drafts go, where they are notes; stays the same. */
  readonly folder: string
  readonly chatId: ChatId | null
  /** Where its looks are. */
  readonly pollChatId: ChatId | null
  readonly hookId: HookId | null
  readonly createdAt: number
  readonly updatedAt: number
  /** When it looks next; null: it takes deliveries, or it is off. */
  readonly dueAt: number | null
  readonly lastPoll: PollReport | null
  /** It has looked at least once, so that new things can be told from old ones. */
  readonly hasLooked: boolean
}

export const StoredSource = z.object({
  source_id: SourceId, text: json(SourceText), confirmed: json(z.array(ConfirmedTool)), is_on: flag, folder: z.string(), chat_id: ChatId.nullable(), poll_chat_id: ChatId.nullable(), hook_id: HookId.nullable(),
  created_at: z.int(), updated_at: z.int(), due_at: z.int().nullable(), last_poll: json(PollReport).nullable(), has_looked: flag,
}).transform((row): Source => ({
  sourceId: row.source_id, text: row.text, confirmed: row.confirmed, on: row.is_on, folder: row.folder, chatId: row.chat_id, pollChatId: row.poll_chat_id, hookId: row.hook_id,
  createdAt: row.created_at, updatedAt: row.updated_at, dueAt: row.due_at, lastPoll: row.last_poll, hasLooked: row.has_looked,
}))

export const SOURCES_SCHEMA = `
CREATE TABLE sources (
  source_id TEXT PRIMARY KEY, text TEXT NOT NULL CHECK (json_valid(text)), confirmed TEXT NOT NULL CHECK (json_valid(confirmed)), is_on INTEGER NOT NULL, folder TEXT NOT NULL,
  chat_id TEXT, poll_chat_id TEXT, hook_id TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, due_at INTEGER, last_poll TEXT, has_looked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source_messages (position INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL, at INTEGER NOT NULL, turn_id TEXT NOT NULL UNIQUE) STRICT;
CREATE INDEX source_messages_by_time ON source_messages (source_id, at);

CREATE TABLE source_items (source_id TEXT NOT NULL, item TEXT NOT NULL, seen_at INTEGER NOT NULL, PRIMARY KEY (source_id, item)) STRICT, WITHOUT ROWID;
CREATE INDEX source_items_by_time ON source_items (source_id, seen_at);

ALTER TABLE webhooks ADD COLUMN source_id TEXT;
`
