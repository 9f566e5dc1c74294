import type { ToolIdentity } from '../../../shared/policy.ts'

/** Something of each tool, found by both parts of its identity: no key has to be put together, which every step would do a hundred times. */
export interface IdentityMap<V> {
  readonly get: (identity: ToolIdentity) => V | undefined
  readonly set: (identity: ToolIdentity, value: V) => void
  readonly forget: (connectorId: string) => void
  /** By connector, each in the order in which it was set first. */
  readonly values: () => readonly V[]
}

export function createIdentityMap<V>(entries: readonly (readonly [ToolIdentity, V])[] = []): IdentityMap<V> {
  const byConnector = new Map<string, Map<string, V>>()
  const set = ({ connectorId, tool }: ToolIdentity, value: V): void => {
    const tools = byConnector.get(connectorId) ?? new Map<string, V>()
    byConnector.set(connectorId, tools.set(tool, value))
  }
  for (const [identity, value] of entries) set(identity, value)
  return {
    set,
    get: ({ connectorId, tool }) => byConnector.get(connectorId)?.get(tool),
    forget: (connectorId) => { byConnector.delete(connectorId) },
    values: () => [...byConnector.values()].flatMap((tools) => [...tools.values()]),
  }
}
