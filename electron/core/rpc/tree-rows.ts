import type { WatchHandlers } from '../../../shared/contract.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import type { Clock } from '../host.ts'
import type { Chats } from '../store/chats.ts'

type TreeItem = Parameters<Parameters<WatchHandlers['chat.watch']>[1]>[0]

/** One window's view of the turns of one chat. */
export interface TreeRows {
  /** The turn came, or is another one now. */
  readonly touch: (turnId: TurnId) => void
  readonly end: () => void
}

export interface TreePorts { readonly chats: Chats; readonly clock: Clock }

/** A tree of so many turns comes whole. */
export const MOST_AT_ONCE = 200
/** More than a window shows when it opens a chat. */
const FIRST_DEPTH = 60
/** Small enough that neither this process nor a window holds still for it. */
const PART = 250
/** In which a window reads and draws what it shows; the rest can wait for that. */
const HEAD_START_MS = 150

/**
 * Sends the turns of a chat and then each as it changes. Of a long chat the end of the branch that is shown comes first, so that it is
 * on the screen before the rest was read.
 */
export function sendTree({ chats, clock }: TreePorts, chatId: ChatId, emit: (item: TreeItem) => void): TreeRows {
  const touched = new Set<string>()
  let version = 0
  let ended = false
  let waiting: (() => void) | null = null
  const next = (): number => { version += 1; return version }

  const flush = (): void => {
    const ids = [...touched]
    touched.clear()
    for (const id of ids) {
      if (ended) return
      const row = chats.turn(TurnId.parse(id))
      emit(row === null ? { kind: 'removed', version: next(), id } : { kind: 'changed', version: next(), row })
    }
  }
  const sendPart = (before: TurnNode | null): void => {
    if (ended) return
    const rows = [...chats.treePart(chatId, before, PART)]
    const isLast = rows.length < PART
    emit({ kind: 'more', version: next(), rows, isLast })
    const last = rows.at(-1)
    if (!isLast && last !== undefined) setImmediate(sendPart, last)
  }

  const leaf = chats.find(chatId)?.leafTurnId ?? null
  if (leaf === null || chats.treeSize(chatId) <= MOST_AT_ONCE) emit({ kind: 'snapshot', version: next(), rows: [...chats.tree(chatId)] })
  else {
    emit({ kind: 'first', version: next(), rows: [...chats.branchEnd(chatId, leaf, FIRST_DEPTH)] })
    waiting = clock.at(clock.now() + HEAD_START_MS, () => { sendPart(null) })
  }
  return {
    touch: (turnId) => {
      if (ended) return
      if (touched.size === 0) setImmediate(flush)
      touched.add(turnId)
    },
    end: () => {
      ended = true
      waiting?.()
      touched.clear()
    },
  }
}
