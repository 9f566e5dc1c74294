import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { CoreClient, Input } from '../shared/contract.ts'
import type { Connection, ConnectionState } from '../shared/core-client.ts'
import type { WireError } from '../shared/errors.ts'
import { createRowsStores, type Row, type RowsOperation, type RowsStores } from './rows-store.ts'

export type { Connection, ConnectionState } from '../shared/core-client.ts'
export type { Row, RowsOperation } from './rows-store.ts'

interface CoreAccess { readonly client: CoreClient; readonly connection: Connection; readonly stores: RowsStores }

const CoreContext = createContext<CoreAccess | null>(null)

export interface CoreProviderProps { client: CoreClient; connection: Connection; children: ReactNode }

export function CoreProvider({ client, connection, children }: CoreProviderProps) {
  const access = useMemo(() => ({ client, connection, stores: createRowsStores(client) }), [client, connection])
  return <CoreContext value={access}>{children}</CoreContext>
}

function useAccess(): CoreAccess {
  const access = useContext(CoreContext)
  if (access === null) throw new Error('a part that talks to the core is drawn outside CoreProvider')
  return access
}

export const useCore = (): CoreClient => useAccess().client

export function useConnection(): ConnectionState {
  const { connection } = useAccess()
  return useSyncExternalStore(connection.subscribe, connection.read)
}

/** Why this window isn't let in; null unless the connection is `refused`. */
export function useRefusal(): WireError | null {
  const { connection } = useAccess()
  return useSyncExternalStore(connection.subscribe, connection.refusal)
}

/**
 * What the core says now, and as it changes; null until its first word. Components with the same input share one watch.
 * @throws AppError while drawing, when the watch fails before its first snapshot; an error boundary shows it
 */
export function useRows<K extends RowsOperation>(operation: K, input: Input<K>): readonly Row<K>[] | null {
  const store = useAccess().stores.of(operation, input)
  const state = useSyncExternalStore(store.subscribe, store.read)
  if (state.status === 'failed') throw state.error
  return state.status === 'ready' ? state.rows : null
}
