import type { Role } from '../../../../shared/role.ts'
import type { ConfirmedTool, SourceText } from '../../../../shared/source.ts'
import { INBOUND_TURN } from '../../roles/built-in-roles.ts'
import { messageRoleId, pollRoleId, sourceOfRole } from '../../roles/role-ids.ts'
import type { RoleSource } from '../../roles/roles.ts'
import type { Catalog } from '../../tools/catalog.ts'
import { stillConfirmed } from './confirmed-tools.ts'
import type { Source } from './source.ts'
import type { SourceStore } from './source-store.ts'

/** What a message's run is given: the tools that were confirmed, by name, and no others whatever is switched on. */
export function messageRole(id: string, { name, model, draft, draftAnywhere, hosts, perHour }: SourceText, tools: readonly ConfirmedTool[], folder: string): Role {
  const identities = tools.map(({ connectorId, tool }) => ({ connectorId, tool }))
  return {
    ...INBOUND_TURN, id, name: `Source: ${name.trim()}`, model, ceiling: identities, hosts: [...hosts], runsPerHour: perHour,
    egressTools: draftAnywhere ? [draft] : [], drafts: { folder, tools: tools.filter(({ toolClass }) => toolClass === 'write').map(({ connectorId, tool }) => ({ connectorId, tool })) },
  }
}

/** Looking for messages is a run too: one call, written down beforehand, of one tool. */
function pollRole({ sourceId, text, confirmed }: Source, tools: readonly ConfirmedTool[]): Role | null {
  const { input } = text
  if (input.kind !== 'poll' || confirmed.length === 0) return null
  return {
    ...INBOUND_TURN, id: pollRoleId(sourceId), name: `Source: ${text.name.trim()}, looking`, hosts: [...text.hosts],
    ceiling: tools.filter(({ connectorId, tool, toolClass }) => toolClass === 'read' && connectorId === text.connectorId && tool === input.tool).map(({ connectorId, tool }) => ({ connectorId, tool })),
    limits: { ...INBOUND_TURN.limits, steps: 3, calls: 2, toolsOffered: 1 }, runsPerHour: null, maxConcurrentRuns: 1, drafts: { folder: null, tools: [] },
    // The same list every few minutes isn't worth keeping; what is new in it stands in its own run.
    capture: 'metadata',
  }
}

/** What a source is today counts for its runs; one that was deleted is no role. */
export function sourceRoles(store: Pick<SourceStore, 'find' | 'list'>, catalog: () => Pick<Catalog, 'find'>): RoleSource {
  const roleOf = (source: Source): Role => messageRole(messageRoleId(source.sourceId), source.text, stillConfirmed(catalog(), source.confirmed), source.folder)
  return {
    find: (id) => {
      const found = sourceOfRole(id)
      const source = found === null ? null : store.find(found.sourceId)
      if (found === null || source === null) return null
      return found.what === 'message' ? roleOf(source) : pollRole(source, stillConfirmed(catalog(), source.confirmed))
    },
    list: () => store.list().map(roleOf),
  }
}
