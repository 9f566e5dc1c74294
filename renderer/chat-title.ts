import type { ChatRow } from '../shared/run-record.ts'
import { strings } from './strings/en.ts'

const LONGEST_DRAFT = 60

/** What a chat is called everywhere. One that nobody named is told apart by what is being written in it, or by when it began. */
export function titleOf({ title, leafTurnId, draft, createdAt }: Pick<ChatRow, 'title' | 'leafTurnId' | 'draft' | 'createdAt'>): string {
  if (title !== '') return title
  if (leafTurnId !== null) return strings.chats.untitledOf(createdAt)
  const written = draft.replace(/\s+/gu, ' ').trim()
  return written === '' ? strings.chats.untitled : strings.chats.untitledDraft(written.slice(0, LONGEST_DRAFT))
}
