import type { JobRow } from '../../../shared/job.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { RowOpener } from '../../ui/row-opener.tsx'
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
          <RowOpener
            className={styles.open}
            name={<DrawnText text={job.name} />}
            meta={`${words.schedule(job.schedule)}${job.next[0] === undefined ? '' : ` · ${words.next(words.when(job.next[0], job.zone))}`}`}
            badges={<JobBadges job={job} />}
            onOpen={() => navigate({ page: 'jobs', jobId: job.jobId })}
          />
        </li>
      ))}
    </ul>
  )
}
