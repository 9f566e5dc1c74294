import { Shield } from 'lucide-react'
import type { JobRow, JobState } from '../../../shared/job.ts'
import { strings } from '../../strings/en.ts'
import { Badge, Badges, type Tone } from '../../ui/badge.tsx'

const words = strings.jobs
const TONES: Readonly<Record<JobState['state'], Tone>> = { broken: 'destructive', running: 'neutral', capped: 'write', waiting: 'asks', scheduled: 'ok', paused: 'neutral' }

/** How a job is, and what is to be known before it is trusted. */
export function JobBadges({ job: { state, author, taint } }: { job: Pick<JobRow, 'state' | 'author' | 'taint'> }) {
  return (
    <Badges>
      {author === 'model' ? <Badge>{words.byModel}</Badge> : null}
      {taint.length === 0 ? null : <Badge tone="taint" icon={<Shield aria-hidden="true" size={12} />}>{words.tainted}</Badge>}
      <Badge tone={TONES[state.state]}>{words.states[state.state]}</Badge>
    </Badges>
  )
}
