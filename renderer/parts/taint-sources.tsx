import type { TaintSource } from '../../shared/taint.ts'
import { strings } from '../strings/en.ts'
import { DrawnText } from '../ui/drawn-text.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './taint-sources.module.css'

/** What brought outside text in, oldest first. Labels may quote a stranger, so everything hidden in them is drawn. */
export function TaintSources({ sources }: { sources: readonly TaintSource[] }) {
  return (
    <ul className={styles.list}>
      {sources.map((source, index) => (
        <li key={index} className={styles.source}>
          <span className={styles.label}><DrawnText text={source.label} /></span>
          <span className={styles.meta}>
            {source.connectorId === null ? strings.chat.taint.kinds[source.kind] : source.tool === null ? source.connectorId : `${source.connectorId} · `}
            {source.connectorId === null || source.tool === null ? null : <DrawnText text={source.tool} />}
            {' · '}
            <RelativeTime at={source.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
