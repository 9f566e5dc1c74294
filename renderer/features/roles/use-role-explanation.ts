import { useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import type { RoleExplanation, RoleRow } from '../../../shared/role-operations.ts'
import { useCore, useRows } from '../../core.tsx'
import { takeAnswer } from '../../take-answer.ts'

export type ExplanationState = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: WireError } | { readonly kind: 'found'; readonly explanation: RoleExplanation }

/** What the role would be given now; read anew when the role, a connector, a model or a setting becomes another. */
export function useRoleExplanation(row: RoleRow): ExplanationState {
  const core = useCore()
  const connectors = useRows('connectors.watch', {})
  const models = useRows('models.watch', {})
  const settings = useRows('settings.watch', {})
  const [state, setState] = useState<ExplanationState>({ kind: 'loading' })
  const roleId = row.role.id
  useEffect(() => takeAnswer(
    core.call('role.explain', { roleId }),
    (explanation) => setState({ kind: 'found', explanation }),
    (error) => setState({ kind: 'failed', error }),
  ), [core, roleId, row, connectors, models, settings])
  return state
}
