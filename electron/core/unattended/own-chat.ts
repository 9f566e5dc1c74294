import type { ChatId } from '../../../shared/ids.ts'
import type { Chats } from '../store/chats.ts'

export interface OwnChatPorts {
  readonly chats: Pick<Chats, 'create' | 'find' | 'change'>
  readonly newChatId: () => ChatId
  readonly now: () => number
  /** A chat came to be. */
  readonly onChat: (chatId: ChatId) => void
}

/** Where the runs of something are, as siblings; made with the first, and anew once the person deleted it. */
export function ownChat({ chats, newChatId, now, onChat }: OwnChatPorts, known: ChatId | null, title: string, keep: (chatId: ChatId) => void): ChatId {
  if (known !== null && chats.find(known) !== null) return known
  const chatId = newChatId()
  chats.create(chatId, now())
  chats.change(chatId, { title })
  keep(chatId)
  onChat(chatId)
  return chatId
}
