import { Trash2 } from 'lucide-react'
import type { GoalReview, GoalView } from '../../../shared/goal.ts'
import { useCore, useRows } from '../../core.tsx'
import { TaintMark } from '../../parts/taint-mark.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { usePending } from '../../use-pending.ts'
import { useGoalDeletion } from './use-goal-deletion.ts'
import { WrittenText } from './written-text.tsx'
import styles from './goals.module.css'

const words = strings.goals.reviews
const TONES: Readonly<Record<GoalReview['state'], Tone>> = { running: 'neutral', waiting: 'write', written: 'ok', failed: 'destructive', 'not-run': 'write' }
const HOURS = [1, 6, 12, 24, 72, 168] as const
const OFF = 'off'

/** What the reviewer wrote, when it comes, and why it doesn't. */
export function ReviewsSection({ goal: { id: goalId, reviews, reviewHours, reviewDueAt, state } }: { goal: GoalView }) {
  const core = useCore()
  const pending = usePending()
  const reviewer = useRows('goal-workers.watch', {})?.[0]?.reviewer
  const hours = reviewHours === null || HOURS.some((one) => one === reviewHours) ? HOURS : [...HOURS, reviewHours]
  const isBusy = reviews.some((review) => review.state === 'running' || review.state === 'waiting')
  return (
    <TitledSection
      title={words.title}
      aside={<Button size="small" busy={pending.has('now')} disabled={reviewer === undefined || reviewer.problem !== null || isBusy} onClick={() => pending.run('now', () => core.call('goal.review', { goalId }))}>{words.now}</Button>}
    >
      <p className={styles.note}>{words.text}</p>
      {reviewer?.problem === undefined || reviewer.problem === null ? null : <Banner kind="warn" kindLabel={words.kind} happened={reviewer.problem} kept={words.kept} />}
      <div className={styles.every}>
        <Select
          label={words.every}
          value={reviewHours === null ? OFF : String(reviewHours)}
          disabled={pending.has('every')}
          onValueChange={(value) => pending.run('every', () => core.call('goal.set-reviews', { goalId, hours: value === OFF ? null : Number(value) }))}
          options={[{ value: OFF, label: words.off }, ...hours.map((one) => ({ value: String(one), label: words.option(one) }))]}
        />
        {reviewDueAt === null || state !== 'open' ? null : <span className={styles.meta}>{words.next} <RelativeTime at={reviewDueAt} /></span>}
      </div>
      {reviews.length === 0 ? <p className={styles.note}>{words.none}</p> : (
        <ul className={styles.entries} aria-label={words.title}>
          {reviews.map((review) => <li key={review.id} className={styles.entry}><Review goalId={goalId} review={review} /></li>)}
        </ul>
      )}
    </TitledSection>
  )
}

function Review({ goalId, review: { id, at, turnId, state, text, why, taint } }: { goalId: number; review: GoalReview }) {
  const deletion = useGoalDeletion()
  const isDone = state !== 'running' && state !== 'waiting'
  return (
    <>
      <div className={styles.entryHead}>
        <div className={styles.facts}>
          {taint.length === 0 ? null : <TaintMark sources={taint} />}
          {state === 'written' ? null : <Badge tone={TONES[state]}>{words.states[state]}</Badge>}
          <RelativeTime at={at} />
          {text === null ? null : <span>{words.byModel}</span>}
          {turnId === null ? null : <a className={styles.link} href={formatRoute({ page: 'runs', turnId })}>{words.run}</a>}
        </div>
        {isDone ? <IconButton size="small" icon={<Trash2 aria-hidden="true" />} label={words.remove} onClick={() => deletion.review(goalId, id)} /> : null}
      </div>
      {why === null ? null : <p className={styles.why}>{why}</p>}
      {text === null ? null : <WrittenText text={text} tainted={taint.length > 0} />}
    </>
  )
}
