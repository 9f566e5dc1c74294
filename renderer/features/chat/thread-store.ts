import type { CoreClient } from '../../../shared/contract.ts'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import { applyTurnItem, emptyLiveTurn, readTurn, type LiveTurn } from './live-turn.ts'

/** Turns that are read at once. */
export const PAGE = 40
/** Enough to fill any window; the rest of a long chat comes as one reads upward. */
export const FIRST_PAGE = 16

export interface ThreadView {
  /** Oldest first. Everything listed has been read or is being followed. */
  readonly turnIds: readonly TurnId[]
  readonly hasOlder: boolean
  readonly isLoading: boolean
  /** The last change put older turns before the others; until `prependSeen` a list keeps its place from the end. */
  readonly isPrepend: boolean
  /** Set when the last reading failed; `retry` tries again. */
  readonly error: WireError | null
}

/** The turns of one branch of a chat: finished ones are read in pages and kept, unfinished ones are followed. */
export interface ThreadStore {
  /** Shows this branch. What is already there stays in sight until the new branch's end is there too. */
  show(path: readonly TurnNode[]): void
  loadOlder(): void
  prependSeen(): void
  readonly retry: () => void
  readonly readView: () => ThreadView
  readonly subscribeView: (listener: () => void) => () => void
  /** Undefined until something of it has come. */
  readTurn(turnId: TurnId): LiveTurn | undefined
  subscribeTurn(turnId: TurnId, listener: () => void): () => void
  /** Ends every watch; `show` begins again. */
  close(): void
}

const isOpen = (node: TurnNode): boolean => node.endedAt === null

export function createThreadStore(core: CoreClient): ThreadStore {
  const turns = new Map<TurnId, LiveTurn>()
  const follows = new Map<TurnId, () => void>()
  const turnListeners = new Map<TurnId, Set<() => void>>()
  const viewListeners = new Set<() => void>()
  let view: ThreadView = { turnIds: [], hasOlder: false, isLoading: true, isPrepend: false, error: null }
  let path: readonly TurnNode[] = []
  /** How many turns of the path, from its end, are wanted. */
  let wanted = FIRST_PAGE
  let reading = false
  let closed = false

  const setView = (next: Partial<ThreadView>) => {
    view = { ...view, ...next }
    for (const listener of [...viewListeners]) listener()
  }
  const setTurn = (turnId: TurnId, turn: LiveTurn) => {
    turns.set(turnId, turn)
    for (const listener of [...(turnListeners.get(turnId) ?? [])]) listener()
  }
  const follow = (turnId: TurnId) => {
    if (follows.has(turnId)) return
    setTurn(turnId, turns.get(turnId) ?? emptyLiveTurn(turnId))
    follows.set(turnId, core.watch('turn.watch', { turnId, after: 0 }, (item) => {
      const before = turns.get(turnId) ?? emptyLiveTurn(turnId)
      const after = applyTurnItem(before, item)
      if (after !== before) setTurn(turnId, after)
      if (after.state.ended !== null) unfollow(turnId)
    }, (error) => {
      follows.delete(turnId)
      setTurn(turnId, { ...(turns.get(turnId) ?? emptyLiveTurn(turnId)), problem: error.message })
    }))
  }
  /** Later than the item that ended it, because the first items arrive before `watch` has returned. */
  const unfollow = (turnId: TurnId) => queueMicrotask(() => {
    follows.get(turnId)?.()
    follows.delete(turnId)
  })

  const settle = () => {
    const tail = path.slice(-wanted)
    for (const node of tail) if (isOpen(node)) follow(node.turnId)
    const missing = tail.filter((node) => !turns.has(node.turnId)).map((node) => node.turnId)
    if (missing.length > 0) return void read(missing)
    const turnIds = tail.map((node) => node.turnId)
    const { turnIds: before } = view
    const isPrepend = before.length > 0 && turnIds.length > before.length && turnIds.at(-1) === before.at(-1) && turnIds.at(-before.length) === before[0]
    setView({ turnIds, hasOlder: path.length > tail.length, isLoading: false, isPrepend, error: null })
  }
  const read = async (missing: readonly TurnId[]) => {
    if (reading) return
    reading = true
    setView({ isLoading: true, error: null })
    try {
      const page = missing.slice(-PAGE)
      const found = await core.call('turn.read', { turnIds: page })
      for (const { turnId, events, problem } of found) setTurn(turnId, readTurn(turnId, events, problem))
      // A turn that the core no longer has is shown as empty instead of being asked for again and again.
      for (const turnId of page) if (!turns.has(turnId)) setTurn(turnId, { ...emptyLiveTurn(turnId), synced: true })
      reading = false
      if (!closed) settle()
    } catch (error) {
      reading = false
      if (!closed) setView({ isLoading: false, error: toWireError(error) })
    }
  }

  return {
    show: (next) => {
      closed = false
      path = next
      settle()
    },
    loadOlder: () => {
      if (reading || view.error !== null || path.length <= wanted) return
      wanted += PAGE
      settle()
    },
    prependSeen: () => {
      if (view.isPrepend) setView({ isPrepend: false })
    },
    retry: settle,
    readView: () => view,
    subscribeView: (listener) => {
      viewListeners.add(listener)
      return () => viewListeners.delete(listener)
    },
    readTurn: (turnId) => turns.get(turnId),
    subscribeTurn: (turnId, listener) => {
      const listeners = turnListeners.get(turnId) ?? new Set()
      turnListeners.set(turnId, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && turnListeners.get(turnId) === listeners) turnListeners.delete(turnId)
      }
    },
    close: () => {
      closed = true
      for (const end of follows.values()) end()
      follows.clear()
    },
  }
}
