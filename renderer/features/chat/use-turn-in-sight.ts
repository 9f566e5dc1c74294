import { useEffect, useRef } from 'react'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { newestLeafBelow } from './branch-paths.ts'
import type { Branch } from './use-chat.ts'

/**
 * The turn that an address asks for, once it is on the branch that is shown. One that is on another branch of the chat brings that
 * branch up, once: afterwards the person goes where they like.
 */
export function useTurnInSight(chatId: ChatId, turnId: TurnId | null, branch: Branch | null): TurnId | null {
  const core = useCore()
  const perform = usePerform()
  const asked = useRef<TurnId | null>(null)
  const isKnown = branch !== null && branch.nodes.some((node) => node.turnId === turnId)
  const isShown = branch !== null && branch.path.some((node) => node.turnId === turnId)
  useEffect(() => {
    if (turnId === null || !isKnown || asked.current === turnId) return
    asked.current = turnId
    if (!isShown && branch !== null) void perform(() => core.call('chat.show-branch', { chatId, leafTurnId: newestLeafBelow(branch.nodes, turnId) }))
  }, [core, perform, chatId, turnId, branch, isKnown, isShown])
  return isShown ? turnId : null
}
