import type { PlanAttempt, PlanStep } from '../../../shared/goal.ts'
import { TaintMark } from '../../parts/taint-mark.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { WrittenText } from './written-text.tsx'
import styles from './goals.module.css'

const words = strings.goals.plan

/** What came of a step: the last attempt, and the one before it folded away. */
export function StepResult({ step: { attempts, settledBy, state } }: { step: PlanStep }) {
  const last = attempts.at(-1)
  const earlier = attempts.slice(0, -1)
  if (last === undefined) return settledBy === 'person' ? <p className={styles.under}>{words.byYou}</p> : null
  return (
    <div className={styles.result}>
      <Attempt attempt={last} count={attempts.length} />
      {settledBy === 'person' && state === 'done' ? <p className={styles.meta}>{words.byYou}</p> : null}
      {earlier.length === 0 ? null : <Disclosure summary={words.earlier}>{earlier.map((attempt) => <Attempt key={attempt.number} attempt={attempt} count={attempts.length} />)}</Disclosure>}
    </div>
  )
}

function Attempt({ attempt: { number, turnId, startedAt, endedAt, outcome, answer, why, taint }, count }: { attempt: PlanAttempt; count: number }) {
  return (
    <div className={styles.attempt}>
      <div className={styles.facts}>
        {taint.length === 0 ? null : <TaintMark sources={taint} />}
        <span>{endedAt === null ? words.atWork : answer === '' ? words.tried : words.result}</span>
        {count === 1 ? null : <span>{words.attempt(number)}</span>}
        <RelativeTime at={endedAt ?? startedAt} />
        <a className={styles.link} href={formatRoute({ page: 'runs', turnId })}>{words.run}</a>
      </div>
      {why === null ? null : <p className={outcome === 'stopped' ? styles.note : styles.why}>{why}</p>}
      {answer === null ? null : answer === '' ? (why === null ? <p className={styles.note}>{words.nothing}</p> : null) : <WrittenText text={answer} tainted={taint.length > 0} />}
    </div>
  )
}
