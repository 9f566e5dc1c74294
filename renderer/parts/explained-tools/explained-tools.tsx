import type { ToolExplanation } from '../../../shared/explain.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { ToolClassChip } from '../class-words.tsx'
import { groupTools } from './group-tools.ts'
import styles from './explained-tools.module.css'

const words = strings.chat.tools

export interface ExplainedToolsProps {
  tools: readonly ToolExplanation[]
  query: string
  /** Of the groups' headings. */
  level: 2 | 3
  /** Beside each tool's title. */
  withNames?: boolean
}

/** Every known tool, and the filter at which it stood or fell; null where no tool fits the query. */
export function ExplainedTools({ tools, query, level, withNames = false }: ExplainedToolsProps) {
  const groups = groupTools(tools, query)
  const Heading = level === 2 ? 'h2' : 'h3'
  if (groups.length === 0) return <p className={styles.quiet}>{words.nothing}</p>
  return groups.map(({ filter, tools: ofGroup }) => (
    <section key={filter} className={styles.group}>
      <Heading className={styles.heading}>{filter === 'gate' ? words.offered(ofGroup.length) : words[filter](ofGroup.length)}</Heading>
      <ul className={styles.list}>
        {ofGroup.map((tool) => (
          <li key={`${tool.connectorId} ${tool.tool}`} className={styles.tool}>
            <span className={styles.line}>
              <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />
              <span className={styles.name}><DrawnText text={`${tool.connectorLabel} · ${tool.title}`} /></span>
              {withNames && tool.modelName !== null ? <code className={styles.code}>{tool.modelName}</code> : null}
              {tool.outcome.filter === 'gate' ? <span className={styles.quiet}>{words.verdict[tool.outcome.verdict]}</span> : null}
            </span>
            <span className={styles.quiet}><DrawnText text={tool.outcome.sentence} /></span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
