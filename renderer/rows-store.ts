import type { CoreClient, Input, Item, WatchOperation } from '../shared/contract.ts'
import { fromWireError, type AppError, type WireError } from '../shared/errors.ts'
import { canonicalJson } from '../shared/json.ts'

/** The watches that send a snapshot and then single rows. */
export type RowsOperation = Exclude<WatchOperation, 'turn.watch'>
export type Row<K extends RowsOperation> = Extract<Item<K>, { kind: 'changed' }> extends { row: infer R } ? R : never

type RowsItem<R> =
  | { readonly kind: 'snapshot'; readonly version: number; readonly rows: readonly R[] }
  | { readonly kind: 'changed'; readonly version: number; readonly row: R }
  | { readonly kind: 'removed'; readonly version: number; readonly id: string }
  | { readonly kind: 'first'; readonly version: number; readonly rows: readonly R[] }
  | { readonly kind: 'more'; readonly version: number; readonly rows: readonly R[]; readonly isLast: boolean }

interface RowsWatch<K extends RowsOperation> {
  /** What a removed row is called. */
  readonly idOf: (row: Row<K>) => string
  readonly open: (client: CoreClient, input: Input<K>, onItem: (item: RowsItem<Row<K>>) => void, onError: (error: WireError) => void) => () => void
}

const watches: { readonly [K in RowsOperation]: RowsWatch<K> } = {
  'chat.watch': { idOf: (row) => row.turnId, open: (client, ...rest) => client.watch('chat.watch', ...rest) },
  'chats.watch': { idOf: (row) => row.chatId, open: (client, ...rest) => client.watch('chats.watch', ...rest) },
  'questions.watch': { idOf: (row) => row.callId, open: (client, ...rest) => client.watch('questions.watch', ...rest) },
  'standing.watch': { idOf: (row) => row.id, open: (client, ...rest) => client.watch('standing.watch', ...rest) },
  'connectors.watch': { idOf: (row) => row.connectorId, open: (client, ...rest) => client.watch('connectors.watch', ...rest) },
  'connector-tools.watch': { idOf: (row) => row.tool, open: (client, ...rest) => client.watch('connector-tools.watch', ...rest) },
  'sources.watch': { idOf: (row) => row.sourceId, open: (client, ...rest) => client.watch('sources.watch', ...rest) },
  'certifications.watch': { idOf: (row) => row.name, open: (client, ...rest) => client.watch('certifications.watch', ...rest) },
  'models.watch': { idOf: (row) => row.profile.name, open: (client, ...rest) => client.watch('models.watch', ...rest) },
  'secrets.watch': { idOf: (row) => `${row.where} ${row.name}`, open: (client, ...rest) => client.watch('secrets.watch', ...rest) },
  'vault.watch': { idOf: () => 'vault', open: (client, ...rest) => client.watch('vault.watch', ...rest) },
  'memories.watch': { idOf: (row) => row.store, open: (client, ...rest) => client.watch('memories.watch', ...rest) },
  'tasks.watch': { idOf: (row) => row.store, open: (client, ...rest) => client.watch('tasks.watch', ...rest) },
  'roles.watch': { idOf: (row) => row.role.id, open: (client, ...rest) => client.watch('roles.watch', ...rest) },
  'notes.watch': { idOf: (row) => row.store, open: (client, ...rest) => client.watch('notes.watch', ...rest) },
  'goals.watch': { idOf: (row) => String(row.id), open: (client, ...rest) => client.watch('goals.watch', ...rest) },
  'goal.watch': { idOf: (row) => String(row.id), open: (client, ...rest) => client.watch('goal.watch', ...rest) },
  'goal-workers.watch': { idOf: () => 'workers', open: (client, ...rest) => client.watch('goal-workers.watch', ...rest) },
  'coworkers.watch': { idOf: (row) => row.id, open: (client, ...rest) => client.watch('coworkers.watch', ...rest) },
  'runs.watch': { idOf: () => 'runs', open: (client, ...rest) => client.watch('runs.watch', ...rest) },
  'case-sets.watch': { idOf: (row) => row.id, open: (client, ...rest) => client.watch('case-sets.watch', ...rest) },
  'case-runs.watch': { idOf: (row) => row.id, open: (client, ...rest) => client.watch('case-runs.watch', ...rest) },
  'jobs.watch': { idOf: (row) => row.jobId, open: (client, ...rest) => client.watch('jobs.watch', ...rest) },
  'hooks.watch': { idOf: (row) => row.hookId, open: (client, ...rest) => client.watch('hooks.watch', ...rest) },
  'listener.watch': { idOf: () => 'listener', open: (client, ...rest) => client.watch('listener.watch', ...rest) },
  'schedules.watch': { idOf: () => 'schedules', open: (client, ...rest) => client.watch('schedules.watch', ...rest) },
  'status.watch': { idOf: () => 'status', open: (client, ...rest) => client.watch('status.watch', ...rest) },
  'settings.watch': { idOf: () => 'settings', open: (client, ...rest) => client.watch('settings.watch', ...rest) },
}

export type RowsState<R> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly rows: readonly R[] }
  /** The watch ended before its first snapshot. Rows that were there stay shown instead. */
  | { readonly status: 'failed'; readonly error: AppError }

export interface RowsStore<R> {
  /** The same object until something changed. */
  readonly read: () => RowsState<R>
  readonly subscribe: (listener: () => void) => () => void
}

const LOADING = { status: 'loading' } as const

function withChange<R>(rows: readonly R[], change: Extract<RowsItem<R>, { kind: 'changed' | 'removed' }>, idOf: (row: R) => string): readonly R[] {
  const id = change.kind === 'removed' ? change.id : idOf(change.row)
  // What changes is mostly what came last.
  const at = rows.findLastIndex((row) => idOf(row) === id)
  if (change.kind === 'removed') return at === -1 ? rows : rows.toSpliced(at, 1)
  return at === -1 ? [...rows, change.row] : rows.with(at, change.row)
}

function withMore<R>(rows: readonly R[], more: readonly R[], idOf: (row: R) => string): readonly R[] {
  const known = new Set(rows.map(idOf))
  return [...rows, ...more.filter((row) => !known.has(idOf(row)))]
}

/** Opens `watch` with the first subscriber and ends it after the last; `onIdle` is called then. */
function makeStore<K extends RowsOperation>(client: CoreClient, operation: K, input: Input<K>, onIdle: () => void): RowsStore<Row<K>> {
  const { idOf, open } = watches[operation]
  const subscriptions = new Set<{ readonly listener: () => void }>()
  let state: RowsState<Row<K>> = LOADING
  let end: (() => void) | null = null
  /** The list that is coming in pieces, and takes the place of the shown one; null: none is on its way. */
  let coming: readonly Row<K>[] | null = null

  const become = (next: RowsState<Row<K>>) => {
    state = next
    for (const { listener } of [...subscriptions]) listener()
  }
  const onItem = (item: RowsItem<Row<K>>) => {
    switch (item.kind) {
      case 'snapshot':
        coming = null
        return become({ status: 'ready', rows: item.rows })
      case 'first':
        coming = item.rows
        // A list that is there stays whole until the new one is.
        if (state.status !== 'ready') become({ status: 'ready', rows: item.rows })
        return
      case 'more':
        if (coming === null) return
        coming = withMore(coming, item.rows, idOf)
        // All at once: each list draws the window anew.
        if (!item.isLast) return
        become({ status: 'ready', rows: coming })
        coming = null
        return
      case 'changed':
      case 'removed': {
        // Only a snapshot starts a list; a row before it would pass for the whole.
        if (state.status !== 'ready') return
        if (coming !== null) coming = withChange(coming, item, idOf)
        return become({ status: 'ready', rows: withChange(state.rows, item, idOf) })
      }
    }
  }
  const onError = (error: WireError) => {
    if (state.status === 'ready') return
    become({ status: 'failed', error: fromWireError(error) })
  }
  const closeWhenIdle = () => {
    if (subscriptions.size > 0 || end === null) return
    end()
    end = null
    state = LOADING
    coming = null
    onIdle()
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      const subscription = { listener }
      subscriptions.add(subscription)
      end ??= open(client, input, onItem, onError)
      return () => {
        subscriptions.delete(subscription)
        // A page that replaces another subscribes in the same commit: one watch, not two.
        queueMicrotask(closeWhenIdle)
      }
    },
  }
}

export interface RowsStores {
  readonly of: <K extends RowsOperation>(operation: K, input: Input<K>) => RowsStore<Row<K>>
}

/** One store for each operation and input, however many components read it. */
export function createRowsStores(client: CoreClient): RowsStores {
  const open: { readonly [K in RowsOperation]: Map<string, RowsStore<Row<K>>> } = {
    'chat.watch': new Map(), 'chats.watch': new Map(), 'questions.watch': new Map(), 'standing.watch': new Map(),
    'connectors.watch': new Map(), 'connector-tools.watch': new Map(), 'memories.watch': new Map(), 'models.watch': new Map(), 'sources.watch': new Map(), 'certifications.watch': new Map(), 'secrets.watch': new Map(), 'vault.watch': new Map(), 'tasks.watch': new Map(), 'jobs.watch': new Map(), 'schedules.watch': new Map(), 'hooks.watch': new Map(), 'listener.watch': new Map(), 'notes.watch': new Map(), 'status.watch': new Map(), 'runs.watch': new Map(), 'case-sets.watch': new Map(), 'case-runs.watch': new Map(), 'roles.watch': new Map(), 'coworkers.watch': new Map(), 'goals.watch': new Map(), 'goal.watch': new Map(), 'goal-workers.watch': new Map(), 'settings.watch': new Map(),
  }
  return {
    of: <K extends RowsOperation>(operation: K, input: Input<K>) => {
      const stores: Map<string, RowsStore<Row<K>>> = open[operation]
      const key = canonicalJson(input)
      const known = stores.get(key)
      if (known !== undefined) return known
      const store: RowsStore<Row<K>> = makeStore(client, operation, input, () => {
        if (stores.get(key) === store) stores.delete(key)
      })
      stores.set(key, store)
      return store
    },
  }
}
