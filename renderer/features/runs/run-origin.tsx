import type { RunRow } from '../../../shared/run-log.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import styles from './runs.module.css'

const words = strings.runs.origin

/** The run that this one comes from, and the attempt that came after it. */
export function RunOrigin({ run: { origin, nextAttempt } }: { run: RunRow }) {
  if (origin === null && nextAttempt === null) return null
  return (
    <>
      {origin === null ? null : <OtherRun said={origin.kind === 'retry' ? words.retry(origin.attempt) : words.delegated} to={words.to[origin.kind]} turnId={origin.turnId} />}
      {nextAttempt === null ? null : <OtherRun said={words.tried} to={words.to.next} turnId={nextAttempt} />}
    </>
  )
}

function OtherRun({ said, to, turnId }: { said: string; to: string; turnId: TurnId }) {
  return <p className={styles.quiet}>{said} <Button size="small" variant="quiet" onClick={() => navigate({ page: 'runs', turnId })}>{to}</Button></p>
}
