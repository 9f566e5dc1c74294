import { Shield } from 'lucide-react'
import type { AuditRow } from '../../../shared/run-log.ts'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { useRoleNames } from '../../parts/role-names.ts'
import { strings } from '../../strings/en.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './runs.module.css'

const words = strings.runs.audit
const TONES: Readonly<Record<NonNullable<AuditRow['verdict']>, Tone>> = { run: 'neutral', ask: 'asks', deny: 'destructive', cap: 'write' }

/** One decision: of what, with which verdict, why, who answered, and what became of it. */
export function AuditLine({ entry }: { entry: AuditRow }) {
  const roleName = useRoleNames()
  const { connectorId, tool, toolClass, provenance, verdict, answer, answeredBy, settled, chat } = entry
  return (
    <>
      <span className={styles.head}>
        <span className={styles.name}><EntryName entry={entry} />{connectorId === null ? null : <span className={styles.quiet}> · {connectorId}</span>}</span>
        {toolClass === null || provenance === null || tool === null ? null : <ToolClassChip toolClass={toolClass} provenance={provenance} />}
        {entry.tainted ? <Badge tone="taint" icon={<Shield aria-hidden="true" size={12} />}>{strings.runs.row.tainted}</Badge> : null}
        <Badge tone={verdict === null ? 'neutral' : TONES[verdict]}>{words.verdicts[verdict ?? 'none']}</Badge>
      </span>
      <span className={styles.sentence}>{entry.sentence === null ? (verdict === null ? null : words.reasonGone) : <DrawnText text={entry.sentence} />}</span>
      <span className={styles.facts}>
        <span><RelativeTime at={entry.at} /></span>
        {chat === null ? <span>{strings.runs.row.deleted}</span> : <span className={styles.where}><DrawnText text={chat.title === '' ? strings.runs.row.untitled : chat.title} /></span>}
        {entry.role === 'person-chat' ? null : <span><DrawnText text={roleName(entry.role)} /></span>}
        {answer === null || answeredBy === null ? null : <span>{words.answers[answer]} {words.by[answeredBy]}</span>}
        {settled === null ? null : <span>{words.settled[settled]}</span>}
        {entry.callId === null ? null : <span>{outcomeOf(entry)}</span>}
      </span>
    </>
  )
}

function EntryName({ entry: { callId, tool, chat, verdict, sentence } }: { entry: AuditRow }) {
  if (callId === null) return words.pause
  if (tool !== null) return <DrawnText text={tool} />
  // With its reason kept its name would be too, had there been one.
  return <span className={styles.quiet}>{chat !== null && sentence !== null && verdict === 'deny' ? words.unknownTool : words.toolGone}</span>
}

function outcomeOf({ outcome, cause }: AuditRow): string {
  if (outcome === null || cause === null) return words.open
  return words.causes[cause] === '' ? words.outcomes[outcome] : words.causes[cause]
}
