import { useEffect, useState } from 'react'
import type { HookId, SourceId } from '../../../shared/ids.ts'
import type { RefusalRow } from '../../../shared/webhook.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './jobs.module.css'

const words = strings.webhooks.refused

interface RefusedListProps { /** Whose: null, with no source: sent to addresses that don’t exist. */ hookId: HookId | null; sourceId?: SourceId; count: number }

/** What was turned away of late: when and why, nothing of what was in it. */
export function RefusedList({ label, ...whose }: RefusedListProps & { label: string }) {
  const { count } = whose
  if (count === 0) return null
  return <Disclosure summary={label} aside={words.count(count)}><Refused {...whose} /></Disclosure>
}

function Refused({ hookId, sourceId, count }: RefusedListProps) {
  const core = useCore()
  const perform = usePerform()
  const [rows, setRows] = useState<readonly RefusalRow[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void perform(() => (sourceId === undefined ? core.call('hook.refusals', { hookId }) : core.call('source.refusals', { sourceId }))).then((told) => { if (isCurrent && told !== undefined) setRows(told) })
    return () => { isCurrent = false }
  }, [core, perform, hookId, sourceId, count])
  if (rows === null) return <Skeleton label={strings.webhooks.loading} lines={2} />
  return (
    <ul className={styles.times}>
      {rows.map((row) => (
        <li key={row.id} className={styles.time}>
          <span className={styles.at}><RelativeTime at={row.lastAt} /></span>
          <span className={styles.became}>{words.reasons[row.reason]}{row.count === 1 ? null : ` · ${words.times(row.count)}`}</span>
        </li>
      ))}
    </ul>
  )
}
