import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import { useCore } from '../../core.tsx'
import type { LiveTurn } from './live-turn.ts'
import { createThreadStore, type ThreadStore, type ThreadView } from './thread-store.ts'

/** The turns of one branch, for as long as the component lives. */
export function useThread(path: readonly TurnNode[] | null): ThreadStore {
  const core = useCore()
  const store = useMemo(() => createThreadStore(core), [core])
  useEffect(() => () => store.close(), [store])
  useEffect(() => {
    if (path !== null) store.show(path)
  }, [store, path])
  return store
}

export const useThreadView = (store: ThreadStore): ThreadView => useSyncExternalStore(store.subscribeView, store.readView)

export function useTurn(store: ThreadStore, turnId: TurnId | null): LiveTurn | undefined {
  return useSyncExternalStore(
    (listener) => (turnId === null ? doNothing : store.subscribeTurn(turnId, listener)),
    () => (turnId === null ? undefined : store.readTurn(turnId)),
  )
}

const doNothing = () => undefined
