import { ChevronRight } from 'lucide-react'
import type { JobRow } from '../../../shared/job.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePending } from '../../use-pending.ts'
import { JobBadges } from './job-badges.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './jobs.module.css'

const words = strings.jobs

export function JobList({ jobs }: { jobs: readonly JobRow[] }) {
  const core = useCore()
  const pending = usePending()
  return (
    <ul className={framed.list} aria-label={words.list}>
      {jobs.map((job) => (
        <li key={job.jobId} className={styles.row}>
          <Switch
            hideLabel
            label={words.switch(job.name)}
            checked={job.on}
            busy={pending.has(job.jobId)}
            onCheckedChange={(on) => pending.run(job.jobId, () => core.call('job.switch', { jobId: job.jobId, on }))}
          />
          <button type="button" className={classes(framed.open, styles.open)} onClick={() => navigate({ page: 'jobs', jobId: job.jobId })}>
            <span className={styles.what}>
              <span className={styles.name}><DrawnText text={job.name} /></span>
              <span className={styles.meta}>
                {words.schedule(job.schedule)}
                {job.next[0] === undefined ? null : ` · ${words.next(words.when(job.next[0], job.zone))}`}
              </span>
            </span>
            <span className={styles.badges}><JobBadges job={job} /></span>
            <ChevronRight className={framed.chevron} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
