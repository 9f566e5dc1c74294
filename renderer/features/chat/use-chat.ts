import { useMemo, useState } from 'react'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { ChatRow, TurnNode } from '../../../shared/run-record.ts'
import { useRows } from '../../core.tsx'
import { leafToShow, pathTo } from './branch-paths.ts'

/** `null`: not known yet. `undefined`: there is no such chat. */
export const useChatRow = (chatId: ChatId): ChatRow | undefined | null => {
  const rows = useRows('chats.watch', {})
  return rows === null ? null : rows.find((row) => row.chatId === chatId)
}

export interface Branch {
  readonly nodes: readonly TurnNode[]
  /** From the chat's first turn to the end of the branch that is shown. */
  readonly path: readonly TurnNode[]
  readonly leaf: TurnNode | null
  /** The path begins with the chat's first turn: of a long chat its end comes before the rest. */
  readonly isWhole: boolean
}

export function useBranch(chatId: ChatId, row: ChatRow | undefined | null): Branch | null {
  const nodes = useRows('chat.watch', { chatId })
  const wanted = row?.leafTurnId ?? null
  const [shown, setShown] = useState<TurnId | null>(null)
  const leafTurnId = nodes === null ? shown : leafToShow(nodes, wanted, shown)
  if (leafTurnId !== shown) setShown(leafTurnId)
  return useMemo(() => {
    if (nodes === null) return null
    const path = pathTo(nodes, leafTurnId)
    return { nodes, path, leaf: path.at(-1) ?? null, isWhole: path.length > 0 && path[0]?.parentTurnId === null }
  }, [nodes, leafTurnId])
}
