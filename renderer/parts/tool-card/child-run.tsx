import { formatMoney } from '../../../shared/cap.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { statusOf, type CallStateOf } from '../../../shared/turn-state.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { callWords } from '../call-words.ts'
import { useChildRun } from './use-child-run.ts'
import styles from './tool-card.module.css'

const words = strings.chat.tool.child

type Ended = NonNullable<CallStateOf<'done'>['ended']['meta']>

/** The run that a call started: how far it is, what it called, what it cost, and the way to it. */
export function ChildRun({ turnId, spent }: { turnId: TurnId; spent: Ended['spent'] | null }) {
  const run = useChildRun(turnId)
  if (run === null) return <p className={styles.note}>{words.none}</p>
  const calls = [...run.calls.values()]
  return (
    <div className={styles.child} role="group" aria-label={words.label}>
      <div className={styles.childLine}>
        {run.ended === null ? <Spinner /> : null}
        <span>{words.status(strings.chat.panel.status[statusOf(run)])}</span>
        <span className={styles.calm}>{words.steps(run.steps.length)}</span>
        {spent === null || spent === undefined ? null : <span className={styles.calm}>{words.spent(spent.tokens, spent.money === null ? null : formatMoney(spent.money))}</span>}
        <Button size="small" variant="quiet" onClick={() => navigate({ page: 'runs', turnId })}>{words.open}</Button>
      </div>
      {calls.length === 0 ? null : (
        <ul className={styles.childCalls} aria-label={words.calls}>
          {calls.map((call) => (
            <li key={call.call.callId}><DrawnText text={call.call.meta?.tool?.title ?? call.call.meta?.name ?? strings.chat.tool.unknownTool} /> <span className={styles.calm}>{callWords(call).text}</span></li>
          ))}
        </ul>
      )}
    </div>
  )
}
