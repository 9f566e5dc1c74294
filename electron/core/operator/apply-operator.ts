import { AppError } from '../../../shared/errors.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'
import type { Connector } from '../tools/tool.ts'
import type { Operator } from './parse-operator.ts'

/** Our connectors as far as they are allowed here. What isn't is never registered; one that is left with nothing is gone. */
export function allowedConnectors(operator: Operator, connectors: readonly Connector[]): readonly Connector[] {
  const listed = operator.builtInTools
  const known = new Set(connectors.flatMap(({ id, tools }) => tools.map(({ identity }) => `${id} ${identity.tool}`)))
  const stranger = listed?.find((name) => !known.has(name))
  if (stranger !== undefined) throw new AppError('operator.invalid', `BUILT_IN_TOOLS names “${stranger}”, and there is no such tool.`, { kept: 'Gatehouse was not started, so nothing runs on a guess.', advice: `Put ${operator.file ?? 'the policy file'} right.` })
  const off = new Set([...(operator.allowShell ? [] : ['shell']), ...(operator.allowWeb ? [] : ['web']), ...(operator.allowUnattended ? [] : ['jobs'])])
  return connectors.filter(({ id }) => !off.has(id)).flatMap((connector) => {
    if (listed === null) return [connector]
    const tools = connector.tools.filter(({ identity }) => listed.includes(`${connector.id} ${identity.tool}`))
    return tools.length === 0 ? [] : [{ ...connector, tools }]
  })
}

/** The switch that withholds every tool of this class; null: none does. */
export const withheldBy = ({ allowDestructive }: Operator, toolClass: ToolClass): string | null => (toolClass === 'destructive' && !allowDestructive ? 'ALLOW_DESTRUCTIVE' : null)

/** Why nothing runs here without a person; null: it may. */
export const unattendedProblem = ({ allowUnattended }: Pick<Operator, 'allowUnattended'>): string | null =>
  allowUnattended ? null : 'Runs without you are switched off on this machine (ALLOW_UNATTENDED).'

/** Whether there are runs in such a role at all. */
export const permitsRole = ({ allowUnattended, allowWebhooks }: Operator, { kind }: Pick<Role, 'kind'>): boolean => kind === 'person' || (allowUnattended && (kind !== 'webhook' || allowWebhooks))
