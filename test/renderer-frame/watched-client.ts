import type { CoreClient, Input, Item, WatchOperation } from '../../shared/contract.ts'
import type { WireError } from '../../shared/errors.ts'

export interface WatchedClient {
  readonly client: CoreClient
  /** Watches that are open now. */
  readonly open: () => number
  /** How many were ever opened. */
  readonly opened: () => number
  /** Sends to every open watch of the operation. */
  readonly send: <K extends WatchOperation>(operation: K, item: Item<K>) => void
  readonly fail: (error: WireError) => void
}

/** A client whose watches the test speaks into. */
export function watchedClient(): WatchedClient {
  const listeners: { readonly [K in WatchOperation]: Set<(item: Item<K>) => void> } = {
    'chat.watch': new Set(), 'chats.watch': new Set(), 'turn.watch': new Set(), 'questions.watch': new Set(),
    'standing.watch': new Set(), 'connectors.watch': new Set(), 'connector-tools.watch': new Set(), 'memories.watch': new Set(), 'models.watch': new Set(), 'sources.watch': new Set(), 'certifications.watch': new Set(), 'secrets.watch': new Set(), 'vault.watch': new Set(), 'tasks.watch': new Set(), 'jobs.watch': new Set(), 'schedules.watch': new Set(), 'hooks.watch': new Set(), 'listener.watch': new Set(), 'notes.watch': new Set(), 'status.watch': new Set(), 'settings.watch': new Set(), 'runs.watch': new Set(), 'case-sets.watch': new Set(), 'case-runs.watch': new Set(), 'roles.watch': new Set(), 'coworkers.watch': new Set(), 'goals.watch': new Set(), 'goal.watch': new Set(), 'goal-workers.watch': new Set(),
  }
  const failures = new Set<(error: WireError) => void>()
  let opened = 0
  const watch = <K extends WatchOperation>(operation: K, _input: Input<K>, onItem: (item: Item<K>) => void, onError?: (error: WireError) => void) => {
    const ofOperation: Set<(item: Item<K>) => void> = listeners[operation]
    const fail = (error: WireError) => onError?.(error)
    ofOperation.add(onItem)
    failures.add(fail)
    opened += 1
    return () => {
      ofOperation.delete(onItem)
      failures.delete(fail)
    }
  }
  return {
    client: { call: () => Promise.reject(new Error('this client only watches')), watch },
    open: () => failures.size,
    opened: () => opened,
    send: <K extends WatchOperation>(operation: K, item: Item<K>) => {
      const ofOperation: Set<(item: Item<K>) => void> = listeners[operation]
      for (const listener of [...ofOperation]) listener(item)
    },
    fail: (error) => { for (const fail of [...failures]) fail(error) },
  }
}
