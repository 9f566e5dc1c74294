import { ToolClassChip } from '../../parts/class-words.tsx'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Tool } from './group-tools.ts'
import styles from './connectors.module.css'

export interface ToolActions {
  readonly busy: (tool: Tool, what: 'on' | 'ask') => boolean
  readonly onSwitch: (tool: Tool, on: boolean) => void
  readonly onAsk: (tool: Tool, required: boolean) => void
}

export function toolColumns(actions: ToolActions): readonly Column<Tool>[] {
  const words = strings.connectors
  return [
    {
      id: 'on',
      header: words.columns.on,
      width: '52px',
      cell: (tool) => (
        <span className={styles.control}>
          <Switch hideLabel label={words.switchTool(tool.title)} checked={tool.on} busy={actions.busy(tool, 'on')} onCheckedChange={(on) => actions.onSwitch(tool, on)} />
        </span>
      ),
    },
    {
      id: 'tool',
      header: words.columns.tool,
      rowHeader: true,
      cell: (tool) => (
        <span className={styles.tool}>
          <span><span className={styles.label}>{tool.title}</span> <code className={styles.code}>{tool.tool}</code></span>
          <span className={styles.description}>{tool.description}</span>
        </span>
      ),
    },
    {
      id: 'class',
      header: words.columns.class,
      width: '128px',
      cell: (tool) => (
        <span className={styles.class}>
          <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />
          <span className={styles.meta}>{words.provenances[tool.provenance]}</span>
        </span>
      ),
    },
    { id: 'facts', header: words.columns.facts, width: '136px', cell: (tool) => <ToolFacts tool={tool} /> },
    {
      id: 'ask',
      header: words.columns.ask,
      width: '88px',
      cell: (tool) => (
        <span className={styles.control}>
          <Switch hideLabel label={words.askTool(tool.title)} checked={tool.requiresApproval} busy={actions.busy(tool, 'ask')} onCheckedChange={(required) => actions.onAsk(tool, required)} />
        </span>
      ),
    },
    {
      id: 'use',
      header: words.columns.use,
      width: '104px',
      cell: (tool) => (
        <span className={styles.use}>
          <span>{tool.lastUsedAt === null ? words.never : <RelativeTime at={tool.lastUsedAt} />}</span>
          {tool.callsToday === 0 ? null : <span className={styles.meta}>{words.callsToday(tool.callsToday)}</span>}
        </span>
      ),
    },
  ]
}

function ToolFacts({ tool }: { tool: Tool }) {
  const words = strings.connectors.facts
  if (!tool.untrusted && !tool.egress) return <span className={styles.meta}>{words.none}</span>
  return (
    <span className={styles.facts}>
      {tool.untrusted ? <Tooltip label={words.untrustedMeans}><span><Badge tone="taint">{words.untrusted}</Badge></span></Tooltip> : null}
      {tool.egress ? <Tooltip label={words.egressMeans}><span><Badge>{words.egress}</Badge></span></Tooltip> : null}
    </span>
  )
}
