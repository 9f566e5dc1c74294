import { useEffect, useState } from 'react'
import type { JobRow, OccurrenceRow } from '../../../shared/job.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './jobs.module.css'

const words = strings.jobs.history
const PAGE = 25
const MOST = 100
type Run = NonNullable<OccurrenceRow['run']>
export const RUN_TONES: Readonly<Record<Run['status'], Tone>> = { running: 'neutral', parked: 'asks', paused: 'write', completed: 'ok', stopped: 'neutral', failed: 'destructive', refused: 'neutral', 'out-of-limits': 'write' }

/** What became of each of its times, newest first. */
export function JobHistory({ job }: { job: JobRow }) {
  const [shown, setShown] = useState(PAGE)
  const { rows, total } = useHistory(job, Math.min(shown, MOST))
  return (
    <section className={styles.history} aria-labelledby="job-history">
      <h2 id="job-history" className={styles.heading}>{words.title}</h2>
      {rows.length === 0 ? <p className={styles.meta}>{words.none}</p> : (
        <ul className={styles.times} aria-labelledby="job-history">
          {rows.map((row) => <Occurrence key={row.id} row={row} zone={job.zone} />)}
        </ul>
      )}
      {total > rows.length && shown < MOST ? <Button onClick={() => setShown(shown + PAGE)}>{words.older(total - rows.length)}</Button> : null}
    </section>
  )
}

function Occurrence({ row, zone }: { row: OccurrenceRow; zone: string }) {
  const { run } = row
  return (
    <li className={styles.time}>
      <span className={styles.at}>{strings.jobs.when(row.dueAt, zone)}</span>
      <span className={styles.became}>{words.what(row)}{run === null || run.tokens === 0 ? null : ` · ${words.tokens(run.tokens)}`}</span>
      {run === null ? null : <Badge tone={RUN_TONES[run.status]}>{strings.chat.panel.status[run.status]}</Badge>}
      <RunLink run={run} />
    </li>
  )
}

function RunLink({ run }: { run: OccurrenceRow['run'] }) {
  if (run === null) return null
  const { chatId, turnId } = run
  if (chatId === null) return null
  return <Button size="small" onClick={() => navigate({ page: 'runs', turnId })}>{words.open}</Button>
}

/** Read anew whenever the job is another one: each thing that happens to it changes its row. */
function useHistory(job: JobRow, limit: number): { readonly rows: readonly OccurrenceRow[]; readonly total: number } {
  const core = useCore()
  const perform = usePerform()
  const [page, setPage] = useState<{ readonly rows: readonly OccurrenceRow[]; readonly total: number }>({ rows: [], total: 0 })
  useEffect(() => {
    let isCurrent = true
    void perform(() => core.call('job.history', { jobId: job.jobId, offset: 0, limit })).then((read) => { if (isCurrent && read !== undefined) setPage(read) })
    return () => { isCurrent = false }
  }, [core, perform, job, limit])
  return page
}
