import { GitBranch, Shield } from 'lucide-react'
import type { RunRow } from '../../../shared/run-log.ts'
import { useRoleNames } from '../../parts/role-names.ts'
import { strings } from '../../strings/en.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './runs.module.css'

const words = strings.runs.row
const TONES: Readonly<Record<RunRow['status'], Tone>> = {
  running: 'neutral', parked: 'asks', paused: 'write', completed: 'ok', stopped: 'neutral', failed: 'destructive', refused: 'neutral', 'out-of-limits': 'write',
}

/** One run in two lines: what it was about and how it ended; when, where, and what it took. */
export function RunLine({ run }: { run: RunRow }) {
  const roleName = useRoleNames()
  const { chat, calls, asked, denied, tokens, startedAt, endedAt, origin, nextAttempt } = run
  return (
    <>
      <span className={styles.head}>
        <span className={styles.name}><RunName run={run} /></span>
        {run.branch === null ? null : <Badge icon={<GitBranch aria-hidden="true" size={12} />}>{run.branch.isCase ? words.caseBranch : words.branch[run.branch.mode]}</Badge>}
        {run.tainted ? <Badge tone="taint" icon={<Shield aria-hidden="true" size={12} />}>{words.tainted}</Badge> : null}
        <Badge tone={TONES[run.status]}>{strings.chat.panel.status[run.status]}</Badge>
      </span>
      <span className={styles.facts}>
        <span><RelativeTime at={startedAt} /></span>
        {chat === null ? <span className={styles.id}>{run.id}</span> : <span className={styles.where}><DrawnText text={chat.title === '' ? words.untitled : chat.title} /></span>}
        {run.role === 'person-chat' ? null : <span><DrawnText text={roleName(run.role)} /></span>}
        {origin === null ? null : <span>{origin.kind === 'retry' ? words.attempt(origin.attempt) : words.delegated}</span>}
        {nextAttempt === null ? null : <span>{words.triedAgain}</span>}
        {endedAt === null ? null : <span>{words.seconds(((endedAt - startedAt) / 1000).toLocaleString('en', { maximumFractionDigits: 1 }))}</span>}
        {calls === 0 ? null : <span>{words.calls(calls)}</span>}
        {asked === 0 ? null : <span>{words.asked(asked)}</span>}
        {denied === 0 ? null : <span>{words.denied(denied)}</span>}
        {tokens === 0 ? null : <span>{words.tokens(tokens)}</span>}
      </span>
    </>
  )
}

/** The beginning of what was said; for a deleted chat, that it was. */
export function RunName({ run }: { run: Pick<RunRow, 'chat' | 'preview'> }) {
  if (run.chat === null) return <span className={styles.quiet}>{words.deleted}</span>
  return run.preview === '' ? <span className={styles.quiet}>{words.notKept}</span> : <DrawnText text={run.preview} />
}
