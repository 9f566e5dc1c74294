import { useCallback } from 'react'
import { useRows } from '../core.tsx'
import { strings } from '../strings/en.ts'

const LOOKS = 'source-poll:'

/** What a person calls a role, by its id; of one that is gone, what it was made of. Nothing until the roles are known. */
export function useRoleNames(): (id: string) => string {
  const rows = useRows('roles.watch', {})
  return useCallback((id) => {
    if (id === 'person-chat') return strings.roles.yours
    if (rows === null) return ''
    const nameOf = (known: string): string | undefined => rows.find(({ role }) => role.id === known)?.role.name
    // A source's looks have a role of their own, which isn't listed beside the one of its messages.
    const looking = id.startsWith(LOOKS) ? nameOf(`source:${id.slice(LOOKS.length)}`) : undefined
    return looking !== undefined ? strings.roles.looking(looking) : nameOf(id) ?? strings.roles.goneRole[id.split(':')[0] ?? ''] ?? id
  }, [rows])
}
