import { assertNever } from '../../../shared/assert-never.ts'
import { formatMoney } from '../../../shared/cap.ts'
import type { GateColumn, GateReason, ToolClass, TurnLimit, Verdict } from '../../../shared/policy.ts'
import type { TaintSource } from '../../../shared/taint.ts'

const COLUMN: Readonly<Record<GateColumn, string>> = {
  normal: 'a chat that has read nothing from outside', tainted: 'a chat that has read outside text', job: 'a run without you', webhook: 'a webhook summary',
}
const LIMIT: Readonly<Record<TurnLimit, string>> = { steps: 'model steps', seconds: 'working time', calls: 'tool calls', money: 'money' }
const CLASS: Readonly<Record<ToolClass, string>> = { read: 'Reads', write: 'Writes', destructive: 'Destructive calls' }

/** The decision as one plain sentence for the person. */
export function explainDecision(verdict: Verdict, reason: GateReason, taint: readonly TaintSource[]): string {
  switch (reason.kind) {
    case 'matrix': return explainMatrix(verdict, reason.column, reason.toolClass, taint)
    case 'requires-approval':
      return reason.by === 'person' ? 'You chose to be asked before each call of this tool.'
        : reason.by === 'operator' ? 'On this machine every call asks (APPROVE_ALWAYS).'
        : reason.by === 'tool' ? 'This tool asks before a call like this one.'
        : reason.by === 'may-have-run' ? 'An earlier call of this tool in this turn may have run, and nobody knows, so doing it once more could do it twice.'
        : reason.by === 'held-back' ? 'The branch before stopped at this call, which the run it came from did not make. It runs on your word.'
        : 'Whether this tool asks could not be worked out, so it asks.'
    case 'exfiltration-guard':
      return `This chat has read ${nameSources(taint)}, and the call would reach ${listOf(reason.destinations)}, which you did not type yourself. It could carry data out.`
    case 'standing-approval': return 'You approved this tool ahead for a limited number of calls.'
    case 'standing-word': return reason.word === 'delegate' ? `When “${reason.role}” was set up, you said to whom it may hand work, so this call ran. What the other run may do is what you gave that one.` : `When “${reason.role}” was set up, you said that it may write its own drafts, so this one ran. Nothing leaves them by itself.`
    case 'no-approval-channel': return `${CLASS[reason.toolClass]} ask in ${COLUMN[reason.column]}, and nobody can be asked here, so it was denied.`
    case 'unknown-tool': return `No tool named “${reason.name}” was offered in this step, so nothing ran.`
    case 'ceiling': return `The role “${reason.role}” does not include this tool.`
    case 'read-only-model': return readOnlyModelSentence(reason.model)
    case 'arguments': return `The arguments don't fit: ${reason.path === '' ? '' : `${reason.path}: `}${reason.problem}.`
    case 'changed': return 'The tool’s definition is not the one that was accepted, so it was withheld.'
    case 'switched-off': return switchedOffSentence(reason.by)
    case 'limit': return `The turn had reached its limit of ${LIMIT[reason.limit]}.`
    case 'allowance': return `The call costs ${formatMoney(reason.price)}, and of the run’s allowance of ${formatMoney(reason.perRun)} for connectors that bill ${formatMoney(Math.max(0, reason.perRun - reason.reserved))} is left.`
    case 'not-ready': return `The connector isn’t ready: ${reason.detail}`
    case 'unfit': return `The call could not be judged (${reason.detail}), so it was denied.`
    default: return assertNever(reason, 'gate reason')
  }
}

/** What the owner of the machine withholds. */
export const switchedOffSentence = (by: string): string => `Switched off for this machine by ${by}.`

/** Where a tool is left out, and where a call of it is denied all the same. */
export const readOnlyModelSentence = (model: string): string =>
  `The model “${model}” is certified for tools that read and no others, so it isn’t given this one. You can vouch for it under Settings, Models.`

function explainMatrix(verdict: Verdict, column: GateColumn, toolClass: ToolClass, taint: readonly TaintSource[]): string {
  switch (verdict) {
    case 'run': return column === 'normal' && toolClass === 'write' ? 'Writes run in a chat that has read nothing from outside.' : `${CLASS[toolClass]} run in ${COLUMN[column]}.`
    case 'ask':
      if (toolClass === 'destructive') return 'Destructive calls always ask.'
      return column === 'tainted' ? `Writes ask because this chat has read ${nameSources(taint)}.` : `${CLASS[toolClass]} ask in ${COLUMN[column]}.`
    case 'deny': return `${CLASS[toolClass]} are not available in ${COLUMN[column]}.`
    default: return assertNever(verdict, 'verdict')
  }
}

const NAMED_SOURCES = 3

/** Names what tainted the context; never empty, so that a sentence built on it always reads. */
export function nameSources(taint: readonly TaintSource[]): string {
  const labels = taint.slice(0, NAMED_SOURCES).map((source) => source.label)
  const more = taint.length - labels.length
  if (labels.length === 0) return 'outside text'
  return more > 0 ? `${labels.join(', ')} and ${more} more` : listOf(labels)
}

export const listOf = (items: readonly string[]): string =>
  items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`
