import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { strings } from '../../strings/en.ts'
import { ContentColumn, PageHeader } from '../../ui/app-frame.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSettings } from '../../use-settings.ts'
import { Caps } from './caps.tsx'
import { ConnectorStates } from './connector-states.tsx'
import { History } from './history.tsx'
import { Now } from './now.tsx'
import { Pauses } from './pauses.tsx'
import { usePauses } from './use-pauses.ts'
import styles from './budget.module.css'

const words = strings.budget

/** What is bounded, what is used, who used it, and what waits for room. */
export function BudgetPage() {
  const [status] = useRows('status.watch', {}) ?? []
  const settings = useSettings()
  const pauses = usePauses()
  const paused = pauses?.length ?? 0
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} meta={paused === 0 ? null : <Badge tone="write">{words.paused(paused)}</Badge>} />
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={words.title}>
        <ContentColumn>
          {status === undefined || settings === null || pauses === null ? <div className={styles.sections}><Skeleton label={words.loading} lines={8} /></div> : (
            <div className={styles.sections}>
              <Caps gauges={status.gauges} caps={settings.caps} pauses={pauses} />
              <Pauses pauses={pauses} inAll={status.turnsPaused} />
              <History status={status} />
              <Now status={status} />
              <ConnectorStates />
            </div>
          )}
        </ContentColumn>
      </div>
    </>
  )
}
