import { useEffect, useMemo, useRef } from 'react'
import type { ChatId } from '../../../shared/ids.ts'
import type { ChatRow } from '../../../shared/run-record.ts'
import { titleOf } from '../../chat-title.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { usePerform } from '../../perform.ts'
import { saveFile } from '../../save-file.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'

export interface ChatActions {
  readonly rename: (row: ChatRow, title: string) => void
  readonly pin: (row: ChatRow, pinned: boolean) => void
  readonly archive: (row: ChatRow, archived: boolean) => void
  readonly exportAs: (row: ChatRow, format: 'markdown' | 'json') => void
  readonly remove: (row: ChatRow) => void
}

/** What a person can do to a chat from the list. `openChatId` is the one on the page, which must not outlive its deletion there. */
export function useChatActions(openChatId: ChatId | null): ChatActions {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  /** The one on the page when the core answers, which needn't be the one that was there when it was asked. */
  const open = useRef(openChatId)
  useEffect(() => { open.current = openChatId }, [openChatId])
  return useMemo((): ChatActions => ({
    rename: ({ chatId }, title) => void perform(() => core.call('chat.rename', { chatId, title })),
    pin: ({ chatId }, pinned) => void perform(() => core.call('chat.pin', { chatId, pinned })),
    archive: (row, archived) => void perform(async () => {
      const { chatId } = row
      await core.call('chat.archive', { chatId, archived })
      if (!archived) return
      toasts.show({
        title: strings.chats.archived(titleOf(row)),
        action: { label: strings.chats.undo, onPress: () => void perform(() => core.call('chat.archive', { chatId, archived: false })) },
      })
    }),
    exportAs: ({ chatId }, format) => void perform(async () => {
      const { fileName, content } = await core.call('chat.export', { chatId, format })
      saveFile(fileName, content)
    }),
    remove: (row) => void perform(async () => {
      const { chatId } = row
      const { undoUntil } = await core.call('chat.delete', { chatId })
      const left = Math.max(1_000, undoUntil - Date.now())
      const wasOpen = chatId === open.current
      if (wasOpen) navigate({ page: 'new-chat' }, { replace: true })
      const restore = async () => {
        await core.call('chat.restore', { chatId })
        if (wasOpen) navigate({ page: 'chat', chatId })
      }
      toasts.show({
        title: strings.chats.deleted(titleOf(row)),
        description: strings.chats.deletedDetail(Math.round(left / 1_000)),
        timeoutMs: left,
        action: { label: strings.chats.undo, onPress: () => void perform(restore) },
      })
    }),
  }), [core, perform, toasts])
}
