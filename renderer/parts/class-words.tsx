import type { Provenance, ToolClass } from '../../shared/policy.ts'
import { strings } from '../strings/en.ts'
import { ClassChip } from '../ui/class-chip.tsx'

const STANDINGS = { unset: 'unset', hinted: 'hinted', set: 'set', 'built-in': 'set' } as const

/** What a tool can do, and by its outline whose word that is. */
export function ToolClassChip({ toolClass, provenance }: { toolClass: ToolClass; provenance: Provenance }) {
  return (
    <span title={classSentence(toolClass, provenance)}>
      <ClassChip kind={toolClass} label={strings.inbox.classes[toolClass]} standing={STANDINGS[provenance]} />
    </span>
  )
}

/** "write: the server says so; unverified" */
export const classSentence = (toolClass: ToolClass, provenance: Provenance): string =>
  `${strings.inbox.classes[toolClass]}: ${strings.inbox.provenance[provenance]}`
