import type { Preflight, PreflightTool } from '../../../shared/job.ts'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { strings } from '../../strings/en.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import styles from './jobs.module.css'

const words = strings.jobs.preflight
const TONES: Readonly<Record<PreflightTool['what'], Tone>> = { runs: 'ok', guarded: 'ok', 'by-word': 'write', asks: 'asks', absent: 'neutral' }

/** What each run would get and when it would come. */
export function PreflightPanel({ told }: { told: Preflight | null }) {
  return (
    <section className={styles.preflight} aria-labelledby="job-preflight">
      <h2 id="job-preflight" className={styles.heading}>{words.title}</h2>
      {told === null ? <p className={styles.meta}>{words.checking}</p> : (
        <>
          {told.next.length === 0 ? null : <p className={styles.meta}>{words.next} {told.next.map((at) => strings.jobs.when(at, told.zone)).join(' · ')}</p>}
          {told.warnings.map((warning) => <Banner key={warning} kind="info" kindLabel={words.title} happened={warning} />)}
          {told.tools.length === 0 ? <p className={styles.meta}>{words.none}</p> : (
            <ul className={styles.times}>
              {told.tools.map((tool) => (
                <li key={`${tool.connectorId} ${tool.tool}`} className={styles.told}>
                  <span className={styles.toolHead}>
                    <span className={styles.name}><DrawnText text={`${tool.connectorLabel}: ${tool.title}`} /></span>
                    <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />
                    <Badge tone={TONES[tool.what]}>{words.what[tool.what]}</Badge>
                  </span>
                  <span className={styles.meta}>{tool.sentence}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
