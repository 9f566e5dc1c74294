import type { CoreClient } from '../../../shared/contract.ts'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import { applyTurnItem, emptyLiveTurn, readTurn, type LiveTurn } from './live-turn.ts'
import { endOf, PAGE, pagesAround, stepTowards, type Looked } from './read-range.ts'

/** Turns that are held besides those that are needed; what was read longest ago goes first. */
const MOST_HELD = 400

export interface ThreadView {
  /** The whole branch, oldest first; empty until its end was read. What lies far from what is looked at is read when one comes near. */
  readonly turnIds: readonly TurnId[]
  /** Its end is being read, and nothing is there to be shown yet. */
  readonly isLoading: boolean
  /** Turns came before the others; until `drawn` a list keeps its place from the end. */
  readonly keepsEnd: boolean
  /** Set when the last reading failed; `retry` tries again. */
  readonly error: WireError | null
}

/** The turns of one branch of a chat: finished ones are read where one looks and let go of far from there, unfinished ones are followed. */
export interface ThreadStore {
  /** Shows this branch. What is already there stays in sight until the new branch's end is there too. */
  show(path: readonly TurnNode[]): void
  /** Says between which two turns the person looks. */
  look(looked: Looked): void
  /** Reads this turn and those around it, wherever the person looks. */
  seek(turnId: TurnId): void
  /** While the list scrolls nothing is put before it: it would keep its place from the end until it stands still, whatever grows below. */
  scroll(isScrolling: boolean): void
  /** To be called once a view was drawn. */
  drawn(): void
  readonly retry: () => void
  readonly readView: () => ThreadView
  readonly subscribeView: (listener: () => void) => () => void
  /** Undefined until something of it has come, and once it was let go. */
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
  let view: ThreadView = { turnIds: [], isLoading: true, keepsEnd: false, error: null }
  let path: readonly TurnNode[] = []
  let places: ReadonlyMap<TurnId, number> = new Map()
  /** Null: the end, which is where a branch is shown first. */
  let looked: Looked | null = null
  let sought: TurnId | null = null
  let isScrolling = false
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
    // The end says what the whole branch is, wherever one reads.
    const end = endOf(path)
    const missing = unread(end)
    if (missing.length > 0) return void read(missing)
    const target = path.map((node) => node.turnId)
    const isShown = target.length === view.turnIds.length && target.every((turnId, index) => turnId === view.turnIds[index])
    const step = isShown ? {} : stepTowards(view.turnIds, target)
    const isPutOff = isScrolling && 'keepsEnd' in step && step.keepsEnd
    if (!isPutOff && (!isShown || view.isLoading || view.error !== null)) setView({ ...step, isLoading: false, error: null })
    readOn(end)
  }
  const readOn = (end: readonly TurnNode[]) => {
    const far = sought === null ? [] : pagesAround(path, places, { first: sought, last: sought })
    const near = looked === null ? far : [...far, ...pagesAround(path, places, looked)]
    const missing = unread(near).slice(0, PAGE)
    if (missing.length > 0) return void read(missing)
    sought = null
    letGo(new Set([...near, ...end].map((node) => node.turnId)))
  }
  /** A failed reading is tried again by the person. */
  const readNear = () => { if (!reading && view.error === null && view.turnIds.length > 0) readOn(endOf(path)) }
  const unread = (nodes: readonly TurnNode[]): TurnId[] => nodes.flatMap(({ turnId }) => (turns.has(turnId) ? [] : [turnId]))
  const letGo = (needed: ReadonlySet<TurnId>) => {
    for (const turnId of turns.keys()) {
      if (turns.size <= MOST_HELD) return
      if (!needed.has(turnId) && !follows.has(turnId)) turns.delete(turnId)
    }
  }
  const read = async (missing: readonly TurnId[]) => {
    if (reading) return
    reading = true
    try {
      const page = missing.slice(0, PAGE)
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
      places = new Map(path.map((node, index) => [node.turnId, index]))
      for (const node of path) if (isOpen(node)) follow(node.turnId)
      settle()
    },
    look: (next) => {
      looked = next
      readNear()
    },
    seek: (turnId) => {
      sought = turnId
      readNear()
    },
    scroll: (now) => {
      const hasStopped = isScrolling && !now
      isScrolling = now
      if (hasStopped && !reading && view.error === null && view.turnIds.length > 0) settle()
    },
    drawn: () => { if (view.keepsEnd) setView({ keepsEnd: false }) },
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
