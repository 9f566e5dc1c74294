import { DEFAULT_LIMITS, type Role } from '../../../shared/role.ts'

/** The roles there are, as data. Who may do what is read from here; nothing asks for a role by name to decide. */
export const PERSON_CHAT: Role = { id: 'person-chat', kind: 'person', ceiling: 'everything', mayAsk: true, limits: DEFAULT_LIMITS, capture: null }

export const ROLES: readonly Role[] = [PERSON_CHAT]

export const findRole = (id: string): Role | null => ROLES.find((role) => role.id === id) ?? null
