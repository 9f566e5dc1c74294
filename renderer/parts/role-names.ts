import { useCallback } from 'react'
import { useRows } from '../core.tsx'
import { strings } from '../strings/en.ts'

/** What a person calls a role, by its id; of one that is gone, what it was made of. Nothing until the roles are known. */
export function useRoleNames(): (id: string) => string {
  const rows = useRows('roles.watch', {})
  return useCallback((id) => {
    if (id === 'person-chat') return strings.roles.yours
    if (rows === null) return ''
    return rows.find(({ role }) => role.id === id)?.role.name ?? strings.roles.goneRole[id.split(':')[0] ?? ''] ?? id
  }, [rows])
}
