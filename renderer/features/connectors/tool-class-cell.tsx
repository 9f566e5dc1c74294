import type { ToolClass } from '../../../shared/policy.ts'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { strings } from '../../strings/en.ts'
import { Select } from '../../ui/select.tsx'
import { CLASSES } from './bulk-classes.tsx'
import type { Tool } from './group-tools.ts'
import styles from './connectors.module.css'
import tools from './tools.module.css'

interface ToolClassCellProps {
  tool: Tool
  busy: boolean
  /** Null: the class is fixed. */
  onClass: ((toolClass: ToolClass) => void) | null
  /** What a class would have meant lately; null: nobody knows. */
  preview: (toolClass: ToolClass) => string | null
}

/** The class with whose word it is; a person's to choose on a server's tools. */
export function ToolClassCell({ tool, busy, onClass, preview }: ToolClassCellProps) {
  const words = strings.connectors
  return (
    <span className={tools.class}>
      {onClass === null ? <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} /> : (
        <Select
          hideLabel
          size="small"
          label={words.classOf(tool.title)}
          value={tool.toolClass}
          disabled={busy || tool.changed !== null}
          onValueChange={(toolClass) => { if (toolClass !== tool.toolClass || tool.provenance !== 'set') onClass(toolClass) }}
          options={CLASSES.map((value) => ({ value, label: strings.inbox.classes[value], hint: [words.classMeans[value], preview(value)].filter((part) => part !== null).join('. '), icon: <span className={tools.dot} data-class={value} aria-hidden="true" /> }))}
        />
      )}
      <span className={styles.meta}>{tool.changed === null ? words.provenances[tool.provenance] : words.changed.withheld}</span>
      {tool.hintedClass === null || tool.changed !== null ? null : <span className={styles.meta}>{words.serverSays(strings.inbox.classes[tool.hintedClass])}</span>}
      {tool.misleading ? <span className={tools.mark}>{words.misleading}</span> : null}
    </span>
  )
}
