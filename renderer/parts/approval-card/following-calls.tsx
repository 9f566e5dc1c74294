import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { ToolClassChip } from '../class-words.tsx'
import { oddOnes } from './odd-ones.ts'
import styles from './approval-card.module.css'

/** What waits behind this call. One that isn't like the others is marked: look-alikes are how a bad one hides. */
export function FollowingCalls({ question }: { question: Question }) {
  const { following } = question
  if (following.length === 0) return null
  const odd = oddOnes(question)
  return (
    <div className={styles.following}>
      <p className={styles.label}>{strings.inbox.question.following(following.length)}</p>
      <ul className={styles.list}>
        {following.map((call) => (
          <li key={call.callId} className={styles.next}>
            <ToolClassChip toolClass={call.toolClass} provenance="set" />
            <span className={styles.summary}>
              <DrawnText text={`${call.connectorLabel} · ${call.title}`} />
              {call.summary === call.title ? null : <span className={styles.quiet}> <DrawnText text={call.summary} /></span>}
            </span>
            {odd.has(call.callId) ? <Badge tone="write">{strings.inbox.question.odd}</Badge> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
