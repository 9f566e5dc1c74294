import { explainPause } from '../../../shared/explain-pause.ts'
import { useCore } from '../../core.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { usePending } from '../../use-pending.ts'
import { BudgetSection } from './budget-section.tsx'
import type { Pause } from './use-pauses.ts'
import framed from '../../ui/framed-list.module.css'
import styles from './budget.module.css'

const words = strings.budget.pauses

/** @property inAll paused turns of every branch, of which `pauses` are those that are shown */
export function Pauses({ pauses, inAll }: { pauses: readonly Pause[]; inAll: number }) {
  const elsewhere = inAll - pauses.length
  return (
    <BudgetSection name="pauses">
      {pauses.length === 0 ? elsewhere > 0 ? null : <p className={styles.note}>{words.none}</p> : (
        <ul className={framed.list} aria-label={words.list}>
          {pauses.map((pause) => <PauseLine key={pause.turnId} pause={pause} />)}
        </ul>
      )}
      {elsewhere > 0 ? <p className={styles.note}>{words.elsewhere(elsewhere)}</p> : null}
    </BudgetSection>
  )
}

function PauseLine({ pause: { chat, turnId, event } }: { pause: Pause }) {
  const core = useCore()
  const pending = usePending()
  const title = chat.title === '' ? strings.chats.untitled : chat.title
  const liftsAt = event?.meta?.liftsAt ?? null
  return (
    <li className={styles.pause}>
      <div className={styles.words}>
        <p><a href={formatRoute({ page: 'chat', chatId: chat.chatId, turnId })}><DrawnText text={title} /></a></p>
        <p>{event === undefined ? words.loading : event === null ? words.unknown : explainPause(event)}</p>
        {event === undefined || event === null ? null : (
          <p className={styles.meta}>
            {words.since} <RelativeTime at={event.at} />
            {liftsAt === null ? null : ` · ${words.goesOn(liftsAt)}`}
          </p>
        )}
      </div>
      <Button
        size="small"
        busy={pending.has(turnId)}
        aria-label={words.stopLabel(title)}
        onClick={() => pending.run(turnId, () => core.call('turn.stop', { turnId }))}
      >
        {words.stop}
      </Button>
    </li>
  )
}
