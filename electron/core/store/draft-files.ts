import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { DraftFile } from '../../../shared/draft-file.ts'
import type { ChatId } from '../../../shared/ids.ts'

export const DRAFT_FILES_SCHEMA = `
CREATE TABLE draft_files (
  chat_id TEXT NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, file_name TEXT NOT NULL, text TEXT NOT NULL, vouched INTEGER NOT NULL,
  PRIMARY KEY (chat_id, place)
) STRICT, WITHOUT ROWID;
`

/** The files that wait beside what is being written in a chat. They go with the chat. */
export interface DraftFiles {
  readonly read: (chatId: ChatId) => readonly DraftFile[]
  /** In place of those there were. */
  readonly save: (chatId: ChatId, files: readonly DraftFile[]) => void
}

const Row = z.object({ id: z.string(), file_name: z.string(), text: z.string(), vouched: z.union([z.literal(0), z.literal(1)]) })
  .transform(({ id, file_name: fileName, text, vouched }): DraftFile => ({ id, fileName, text, vouched: vouched === 1 }))

export function createDraftFiles(database: Database.Database): DraftFiles {
  const select = database.prepare('SELECT id, file_name, text, vouched FROM draft_files WHERE chat_id = ? ORDER BY place')
  const clear = database.prepare('DELETE FROM draft_files WHERE chat_id = ?')
  const insert = database.prepare('INSERT INTO draft_files (chat_id, place, id, file_name, text, vouched) VALUES (?, ?, ?, ?, ?, ?)')
  return {
    read: (chatId) => z.array(Row).parse(select.all(chatId)),
    save: database.transaction((chatId: ChatId, files: readonly DraftFile[]) => {
      clear.run(chatId)
      for (const [place, { id, fileName, text, vouched }] of files.entries()) insert.run(chatId, place, id, fileName, text, vouched ? 1 : 0)
    }),
  }
}
