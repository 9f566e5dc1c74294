import { useCore } from '../../core.tsx'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import type { Tool } from './group-tools.ts'
import styles from './connectors.module.css'
import tools from './tools.module.css'

/** Tools whose definition isn't the one that was accepted: old and new, and the way to accept the new one. */
export function ChangedTools({ connector, tools }: { connector: Connector; tools: readonly Tool[] }) {
  const words = strings.connectors.changed
  const changed = tools.filter((tool) => tool.changed !== null)
  if (changed.length === 0) return null
  return (
    <section className={styles.changed} aria-label={words.title(changed.length)}>
      <h2 className={styles.heading}>{words.title(changed.length)}</h2>
      <p className={styles.note}>{words.means}</p>
      {changed.map((tool) => <ChangedTool key={`${tool.tool} ${tool.pin}`} connector={connector} tool={tool} />)}
    </section>
  )
}

function ChangedTool({ connector, tool }: { connector: Connector; tool: Tool }) {
  const core = useCore()
  const pending = usePending()
  const { changed } = tool
  const words = strings.connectors.changed
  if (changed === null) return null
  const { connectorId } = connector
  return (
    <article className={styles.review} aria-label={tool.tool}>
      <h3 className={styles.label}><DrawnText text={tool.title} /> <code className={tools.code}><DrawnText text={tool.tool} /></code></h3>
      <DiffView label={words.definition(connector.label)} before={changed.before} after={changed.after} words={outsiderWords} startOpen />
      <div className={styles.spread}>
        <p className={tools.group}>
          <span>{words.becomes}</span>
          <ToolClassChip toolClass={changed.toolClass} provenance="set" />
          <span className={styles.meta}>{[changed.untrusted ? strings.connectors.facts.untrusted : null, changed.egress ? strings.connectors.facts.egress : null].filter((word) => word !== null).join(' · ')}</span>
        </p>
        <Button variant="primary" busy={pending.has('accept')} onClick={() => pending.run('accept', () => core.call('tool.accept', { connectorId, tool: tool.tool, pin: tool.pin }))}>{words.accept}</Button>
      </div>
    </article>
  )
}
