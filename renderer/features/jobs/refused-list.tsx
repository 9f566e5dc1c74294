import { useEffect, useState } from 'react'
import type { HookId } from '../../../shared/ids.ts'
import type { RefusalRow } from '../../../shared/webhook.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './jobs.module.css'

const words = strings.webhooks.refused

/** What was turned away of late: when and why, nothing of what was in it. @param hookId null: sent to addresses that don't exist */
export function RefusedList({ hookId, count, label }: { hookId: HookId | null; count: number; label: string }) {
  if (count === 0) return null
  return <Disclosure summary={label} aside={words.count(count)}><Refused hookId={hookId} count={count} /></Disclosure>
}

function Refused({ hookId, count }: { hookId: HookId | null; count: number }) {
  const core = useCore()
  const perform = usePerform()
  const [rows, setRows] = useState<readonly RefusalRow[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void perform(() => core.call('hook.refusals', { hookId })).then((read) => { if (isCurrent && read !== undefined) setRows(read) })
    return () => { isCurrent = false }
  }, [core, perform, hookId, count])
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
