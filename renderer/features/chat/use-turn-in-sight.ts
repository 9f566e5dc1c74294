import { useEffect, useMemo, useRef } from 'react'
import type { TurnId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import type { ChatRoute } from '../../route.ts'
import { newestLeafBelow } from './branch-paths.ts'
import type { Branch } from './use-chat.ts'

/** A turn to be brought into sight, once for each visit of its address. */
export interface TurnInSight { readonly turnId: TurnId; readonly visit: ChatRoute }

/**
 * The turn that an address asks for, once it is on the branch that is shown. One that is on another branch of the chat brings that
 * branch up, once: afterwards the person goes where they like.
 */
export function useTurnInSight(address: ChatRoute, branch: Branch | null): TurnInSight | null {
  const core = useCore()
  const perform = usePerform()
  const { chatId, turnId } = address
  const asked = useRef<ChatRoute | null>(null)
  const isKnown = branch !== null && branch.isWhole && branch.nodes.some((node) => node.turnId === turnId)
  const isShown = branch !== null && branch.path.some((node) => node.turnId === turnId)
  useEffect(() => {
    if (turnId === undefined || !isKnown || asked.current === address) return
    asked.current = address
    if (!isShown && branch !== null) void perform(() => core.call('chat.show-branch', { chatId, leafTurnId: newestLeafBelow(branch.nodes, turnId) }))
  }, [core, perform, address, chatId, turnId, branch, isKnown, isShown])
  return useMemo(() => (isShown && turnId !== undefined ? { turnId, visit: address } : null), [isShown, turnId, address])
}
