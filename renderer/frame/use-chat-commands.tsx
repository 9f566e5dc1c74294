import { Archive, ArchiveRestore, Braces, FileText, GitBranch, PencilLine, Pin, PinOff, RotateCcw, Square, Trash2 } from 'lucide-react'
import type { ChatRow } from '../../shared/run-record.ts'
import { useCore } from '../core.tsx'
import { useChatActions } from '../features/chats/chat-actions.ts'
import { useOffers } from '../offered-actions.ts'
import { usePerform } from '../perform.ts'
import { strings } from '../strings/en.ts'
import type { Command } from '../ui/command-palette.tsx'
import { makeCommand as command } from './command.ts'

const words = strings.palette.chat

/** What can be done to the chat on the page, and to its last turn. */
export function useChatCommands(openChat: ChatRow | null, onRename: (row: ChatRow) => void): readonly Command[] {
  const core = useCore()
  const perform = usePerform()
  const offers = useOffers()
  const actions = useChatActions(openChat?.chatId ?? null)
  if (openChat === null) return []
  const { status, leafTurnId } = openChat
  const isOpen = status === 'running' || status === 'parked' || status === 'paused'
  const edit = offers.get('edit-last')
  const again = offers.get('send-again')
  return [
    ...(isOpen && leafTurnId !== null ? [command(words.stop, <Square aria-hidden="true" />, () => void perform(() => core.call('turn.stop', { turnId: leafTurnId })), { hint: words.stopHint })] : []),
    ...(edit === undefined ? [] : [command(words.edit, <GitBranch aria-hidden="true" />, edit, { hint: words.editHint })]),
    ...(again === undefined ? [] : [command(words.again, <RotateCcw aria-hidden="true" />, again, { hint: words.editHint })]),
    command(words.rename, <PencilLine aria-hidden="true" />, () => onRename(openChat)),
    openChat.pinned ? command(words.unpin, <PinOff aria-hidden="true" />, () => actions.pin(openChat, false)) : command(words.pin, <Pin aria-hidden="true" />, () => actions.pin(openChat, true)),
    openChat.archived ? command(words.unarchive, <ArchiveRestore aria-hidden="true" />, () => actions.archive(openChat, false)) : command(words.archive, <Archive aria-hidden="true" />, () => actions.archive(openChat, true)),
    command(words.exportMarkdown, <FileText aria-hidden="true" />, () => actions.exportAs(openChat, 'markdown')),
    command(words.exportJson, <Braces aria-hidden="true" />, () => actions.exportAs(openChat, 'json')),
    command(words.delete, <Trash2 aria-hidden="true" />, () => actions.remove(openChat), { hint: words.deleteHint }),
  ]
}
