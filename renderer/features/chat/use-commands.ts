import { useCallback, useState } from 'react'
import type { CommandReply } from '../../../shared/command-operations.ts'
import { toWireError } from '../../../shared/errors.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import type { Route } from '../../route.ts'
import { saveFile } from '../../save-file.ts'
import { useIsHere } from '../../use-is-here.ts'
import type { LocalCard } from './command-card.tsx'

export interface CommandLine {
  readonly text: string
  /** Nothing of it was pasted, dropped or linked. */
  readonly isTyped: boolean
}

/** What a command may ask the page for. */
export interface CommandActs {
  readonly onNavigate: (to: Route) => void
  readonly onEdit: (turnId: TurnId) => void
}

export interface Commands {
  readonly cards: readonly LocalCard[]
  /** Always taken: a failure is a card too. */
  readonly run: (line: CommandLine) => Promise<boolean>
  readonly dismiss: (id: string) => void
}

/** Runs slash commands and keeps what they said for as long as the chat is open. */
export function useCommands(chatId: ChatId, leafTurnId: TurnId | null, { onNavigate, onEdit }: CommandActs): Commands {
  const core = useCore()
  const isHere = useIsHere()
  const [cards, setCards] = useState<readonly LocalCard[]>([])
  const run = useCallback(async ({ text: line, isTyped }: CommandLine) => {
    const add = (result: LocalCard['result']) => setCards((before) => [...before, { id: crypto.randomUUID(), after: leafTurnId, line, result }])
    try {
      const reply = await core.call('command.run', { chatId, line, typed: isTyped })
      add({ kind: 'reply', reply })
      if (isHere() || reply.act.kind === 'save-file') act(reply, { onNavigate, onEdit })
    } catch (error) {
      add({ kind: 'error', error: toWireError(error) })
    }
    return true
  }, [core, chatId, leafTurnId, isHere, onNavigate, onEdit])
  const dismiss = useCallback((id: string) => setCards((before) => before.filter((card) => card.id !== id)), [])
  return { cards, run, dismiss }
}

function act({ act: wish }: CommandReply, { onNavigate, onEdit }: CommandActs): void {
  switch (wish.kind) {
    case 'none': return
    case 'open-chat': return onNavigate({ page: 'chat', chatId: wish.chatId })
    case 'edit-message': return onEdit(wish.turnId)
    case 'save-file': return saveFile(wish.fileName, wish.content)
  }
}
