import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { Clock } from '../host.ts'
import type { Chats } from '../store/chats.ts'
import type { Turns } from './turns.ts'

/** Open turns whose journal can't be read now: nothing of them is written, and they go on once it can. */
export interface UnreadableTurns {
  /** Takes over what can be read of these, and looks again at the rest from time to time. */
  readonly recover: (turnIds: readonly TurnId[]) => void
  readonly close: () => void
}

export interface UnreadableTurnsPorts {
  readonly turns: Pick<Turns, 'recover'>
  readonly chats: Pick<Chats, 'markUnreadable' | 'markReadable' | 'turn'>
  readonly clock: Clock
  /** What is shown of the chat is another thing now. */
  readonly onHealed: (chatId: ChatId) => void
}

/** A disk or another process may be in the way for a moment; what is broken for good costs one look in this time. */
const LOOK_AGAIN_MS = 30_000

export function createUnreadableTurns({ turns, chats, clock, onHealed }: UnreadableTurnsPorts): UnreadableTurns {
  let left: ReadonlySet<TurnId> = new Set()
  let callOff = (): void => undefined
  const recover = (turnIds: readonly TurnId[]): void => {
    const before = left
    left = new Set(turns.recover(turnIds))
    for (const turnId of left) chats.markUnreadable(turnId)
    for (const turnId of before) {
      if (left.has(turnId)) continue
      chats.markReadable(turnId)
      const chatId = chats.turn(turnId)?.chatId
      if (chatId !== undefined) onHealed(chatId)
    }
    if (left.size > 0) callOff = clock.at(clock.now() + LOOK_AGAIN_MS, () => { recover([...left]) })
  }
  return { recover, close: () => { callOff() } }
}
