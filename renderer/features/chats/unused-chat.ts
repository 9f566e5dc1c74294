import type { ChatRow } from '../../../shared/run-record.ts'

type Known = Pick<ChatRow, 'chatId' | 'leafTurnId' | 'draft' | 'named' | 'pinned' | 'archived' | 'createdAt'>

/** A chat in which nobody ever said, kept or marked anything; the newest of them. Null: a new one is needed. */
export function unusedChat<R extends Known>(rows: readonly R[]): R | null {
  const unused = rows.filter((row) => row.leafTurnId === null && row.draft === '' && !row.named && !row.pinned && !row.archived)
  return unused.sort((left, right) => right.createdAt - left.createdAt)[0] ?? null
}
