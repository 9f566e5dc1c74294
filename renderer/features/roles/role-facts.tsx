import { formatMoney } from '../../../shared/cap.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { RoleExplanation } from '../../../shared/role-operations.ts'
import { strings } from '../../strings/en.ts'
import { Facts } from '../../ui/facts.tsx'

const words = strings.roles

const named = (tools: readonly ToolIdentity[]): string => tools.map(({ connectorId, tool }) => `${connectorId} ${tool}`).join(', ')

/** Who is there, what it may spend, and what runs by the person's word. */
export function RoleFacts({ explanation: { role, model, readsOnly, tools } }: { explanation: RoleExplanation }) {
  const { limits, drafts } = role
  const limit = words.limits
  const oneRun = [
    limit.steps(limits.steps), limit.seconds(limits.seconds), limit.calls(limits.calls),
    ...(limits.outputTokens === undefined ? [] : [limit.outputTokens(limits.outputTokens)]), ...(typeof limits.money === 'number' ? [limit.money(formatMoney(limits.money))] : []),
  ]
  const allRuns = [
    ...(role.maxConcurrentRuns === null ? [] : [limit.atOnce(role.maxConcurrentRuns)]), ...(role.runsPerHour === null ? [] : [limit.perHour(role.runsPerHour)]),
    ...(role.moneyPerDay === null ? [] : [limit.perDay(formatMoney(role.moneyPerDay))]), limit.attempts(role.attempts), limit.depth(role.delegationDepth),
  ]
  const wrote = [...(drafts.folder === null ? [] : [words.drafts.folder(drafts.folder)]), ...(drafts.tools.length === 0 ? [] : [words.drafts.tools(named(drafts.tools))])]
  const carries = tools.some(({ egress, outcome }) => egress && outcome.filter === 'gate')
  const unattended = role.kind !== 'person'
  return (
    <Facts
      facts={[
        { id: 'there', label: words.facts.there, value: words.there[role.kind] },
        ...(unattended ? [{ id: 'asks', label: words.facts.asks, value: role.mayAsk ? words.asking.yes : words.asking.no }] : []),
        { id: 'model', label: words.facts.model, value: `${role.model ?? words.defaultModel(model)}.${readsOnly ? ` ${words.readsOnly}` : ''}` },
        { id: 'limits', label: words.facts.limits, value: `${oneRun.join(', ')}.` },
        ...(unattended ? [{ id: 'all', label: words.facts.all, value: `${allRuns.join(', ')}.` }] : []),
        ...(unattended && carries ? [{ id: 'hosts', label: words.facts.hosts, value: role.hosts.length === 0 ? words.noHosts : words.hosts(role.hosts.join(', ')) }] : []),
        ...(role.egressTools.length === 0 ? [] : [{ id: 'egress', label: words.facts.egress, value: words.egressTools(named(role.egressTools)) }]),
        ...(unattended ? [{ id: 'drafts', label: words.facts.drafts, value: wrote.length === 0 ? words.drafts.none : `${wrote.join('. ')}.` }] : []),
        { id: 'capture', label: words.facts.capture, value: role.capture === null ? words.captureDefault : words.capture[role.capture] },
      ]}
    />
  )
}
