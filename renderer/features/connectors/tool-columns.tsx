import type { ToolClass } from '../../../shared/policy.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Tool } from './group-tools.ts'
import { ToolClassCell } from './tool-class-cell.tsx'
import { ToolFacts } from './tool-facts.tsx'
import type { Preview } from './use-preview.ts'
import hidden from '../../ui/hidden.module.css'
import styles from './connectors.module.css'
import tools from './tools.module.css'

export type ToolAction = 'on' | 'ask' | 'class' | 'facts'

export interface ToolActions {
  readonly busy: (tool: Tool, what: ToolAction) => boolean
  readonly onSwitch: (tool: Tool, on: boolean) => void
  readonly preview: Preview
  readonly onAsk: (tool: Tool, required: boolean) => void
  /** For tools of a server, whose words are its own and whose class is a person's to set. */
  readonly server: {
    readonly label: string
    readonly picked: ReadonlySet<string>
    readonly onPick: (tool: Tool, picked: boolean) => void
    readonly onClass: (tool: Tool, toolClass: ToolClass) => void
    readonly onFacts: (tool: Tool, facts: { readonly untrusted?: boolean; readonly egress?: boolean }) => void
  } | null
}

export function toolColumns(actions: ToolActions): readonly Column<Tool>[] {
  const words = strings.connectors
  const { server } = actions
  return [
    ...(server === null ? [] : [{
      id: 'pick',
      header: words.columns.pick,
      width: '44px',
      cell: (tool: Tool) => (
        <span className={tools.pick}>
          <Checkbox label={<span className={hidden.text}>{words.pickTool(tool.title)}</span>} checked={server.picked.has(tool.tool)} onCheckedChange={(picked) => server.onPick(tool, picked)} />
        </span>
      ),
    }]),
    {
      id: 'on',
      header: words.columns.on,
      width: '52px',
      cell: (tool) => (
        <span className={tools.control}>
          <Switch hideLabel label={words.switchTool(tool.title)} checked={tool.on} disabled={!tool.on && (tool.changed !== null || tool.unusable !== null)} busy={actions.busy(tool, 'on')} onCheckedChange={(on) => actions.onSwitch(tool, on)} />
        </span>
      ),
    },
    {
      id: 'tool',
      header: words.columns.tool,
      rowHeader: true,
      cell: (tool) => (
        <span className={tools.tool}>
          <span><span className={styles.label}><DrawnText text={tool.title} /></span> <code className={tools.code}><DrawnText text={tool.tool} /></code></span>
          {server === null ? <span className={tools.description}>{tool.description}</span> : <OutsiderText label={words.from(server.label)} text={tool.description} words={outsiderWords} startOpen />}
          {tool.mentions.length === 0 ? null : <span className={tools.mark}>{words.mentions} <DrawnText text={tool.mentions.join(', ')} /></span>}
          {tool.unusable === null ? null : <span className={tools.description}>{words.unusable} <DrawnText text={tool.unusable} /></span>}
          {tool.resultUnchecked === null ? null : <span className={tools.description}>{words.resultUnchecked} <DrawnText text={tool.resultUnchecked} /></span>}
        </span>
      ),
    },
    {
      id: 'class',
      header: words.columns.class,
      width: '136px',
      cell: (tool) => <ToolClassCell tool={tool} busy={actions.busy(tool, 'class')} onClass={server === null ? null : (toolClass) => server.onClass(tool, toolClass)} preview={(toolClass) => actions.preview.asked([tool.tool], toolClass)} />,
    },
    { id: 'facts', header: words.columns.facts, width: '164px', cell: (tool) => <ToolFacts tool={tool} onFacts={server === null ? null : (facts) => server.onFacts(tool, facts)} /> },
    {
      id: 'ask',
      header: words.columns.ask,
      width: '88px',
      cell: (tool) => (
        <span className={tools.control}>
          <Switch hideLabel label={words.askTool(tool.title)} checked={tool.requiresApproval} busy={actions.busy(tool, 'ask')} onCheckedChange={(required) => actions.onAsk(tool, required)} />
        </span>
      ),
    },
    {
      id: 'use',
      header: words.columns.use,
      width: '104px',
      cell: (tool) => (
        <span className={tools.use}>
          <span>{tool.lastUsedAt === null ? words.never : <RelativeTime at={tool.lastUsedAt} />}</span>
          {tool.callsToday === 0 ? null : <span className={styles.meta}>{words.callsToday(tool.callsToday)}</span>}
          {tool.on && actions.preview.off(tool.tool) !== null ? <span className={styles.meta}>{actions.preview.off(tool.tool)}</span> : null}
        </span>
      ),
    },
  ]
}
