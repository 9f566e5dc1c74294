import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Tool } from './group-tools.ts'
import styles from './connectors.module.css'
import tools from './tools.module.css'

interface ToolFactsProps {
  tool: Tool
  /** Null: they are fixed. */
  onFacts: ((facts: { readonly untrusted?: boolean; readonly egress?: boolean }) => void) | null
}

export function ToolFacts({ tool, onFacts }: ToolFactsProps) {
  const words = strings.connectors.facts
  if (onFacts !== null) {
    const by = (set: boolean) => (set ? strings.connectors.provenances.set : words.prefilled)
    return (
      <span className={tools.facts}>
        <Checkbox label={words.untrusted} hint={by(tool.untrustedBy === 'set')} checked={tool.untrusted} disabled={tool.changed !== null} onCheckedChange={(untrusted) => onFacts({ untrusted })} />
        <Checkbox label={words.egress} hint={by(tool.egressBy === 'set')} checked={tool.egress} disabled={tool.changed !== null} onCheckedChange={(egress) => onFacts({ egress })} />
      </span>
    )
  }
  if (!tool.untrusted && !tool.egress) return <span className={styles.meta}>{words.none}</span>
  return (
    <span className={tools.facts}>
      {tool.untrusted ? <Tooltip label={words.untrustedMeans}><span><Badge tone="taint">{words.untrusted}</Badge></span></Tooltip> : null}
      {tool.egress ? <Tooltip label={words.egressMeans}><span><Badge>{words.egress}</Badge></span></Tooltip> : null}
    </span>
  )
}
