import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import type { RoleExplanation, RoleRow } from '../../../shared/role-operations.ts'
import type { Role } from '../../../shared/role.ts'
import { BUILT_IN_ROLES } from '../roles/built-in-roles.ts'
import type { CoreParts } from './core-parts.ts'
import { explainStart } from './explain-tools.ts'
import { createRows, type Rows } from './rows.ts'

export interface RoleHandlers {
  readonly calls: Pick<CallHandlers, 'role.explain' | 'operator.list'>
  readonly watches: Pick<WatchHandlers, 'roles.watch'>
  /** A role came, changed or went. */
  readonly touch: (roleId: string) => void
  readonly close: () => void
}

export function createRoleHandlers(parts: CoreParts): RoleHandlers {
  const { roles } = parts
  const toRow = (role: Role): RoleRow => ({ role, builtIn: BUILT_IN_ROLES.some(({ id }) => id === role.id) })
  const rows: Rows<RoleRow> = createRows({
    list: () => roles.list().map(toRow),
    idOf: ({ role }) => role.id,
    find: (id) => { const role = roles.find(id); return role === null ? null : toRow(role) },
  })
  return {
    touch: rows.touch,
    close: rows.end,
    calls: {
      'operator.list': async () => ({ rows: [...parts.operator.rows], file: parts.operator.file }),
      'role.explain': async ({ roleId }) => explainRole(parts, roles.get(roleId)),
    },
    watches: { 'roles.watch': (_input, emit) => rows.watch(emit) },
  }
}

function explainRole(parts: CoreParts, role: Role): RoleExplanation {
  const model = role.model ?? parts.settings.get().model
  return {
    role, model, readsOnly: parts.models.readsOnly(model, role), tools: [...explainStart(parts, role, model)],
    withheld: parts.catalog.connectors.flatMap(({ id, label, withheld = [] }) => (withheld.length === 0 ? [] : [{ connectorId: id, label, items: [...withheld] }])),
  }
}
