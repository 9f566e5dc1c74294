import type { ConnectorRow } from '../../../shared/run-record.ts'
import { useRows } from '../../core.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import type { Tone } from '../../ui/badge.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusDot, type DotForm } from '../../ui/status-dot.tsx'
import { BudgetSection } from './budget-section.tsx'
import styles from './budget.module.css'

type State = ConnectorRow['state']
const words = strings.budget.connectors

/** As on the page of connectors. */
const DOTS: Readonly<Record<State, { readonly form: DotForm; readonly tone: Tone }>> = {
  off: { form: 'empty', tone: 'neutral' },
  starting: { form: 'half', tone: 'neutral' },
  ready: { form: 'full', tone: 'neutral' },
  degraded: { form: 'half', tone: 'write' },
  'needs-sign-in': { form: 'half', tone: 'asks' },
  failed: { form: 'empty', tone: 'destructive' },
  changed: { form: 'half', tone: 'asks' },
}

export function ConnectorStates() {
  const connectors = useRows('connectors.watch', {})
  return (
    <BudgetSection name="connectors">
      {connectors === null ? <Skeleton label={strings.connectors.loading} lines={3} /> : connectors.length === 0 ? <p className={styles.note}>{words.none}</p> : (
        <ul className={styles.connectors} aria-label={words.list}>
          {connectors.map(({ connectorId, label, state, detail }) => (
            <li key={connectorId} className={styles.connector}>
              <a href={formatRoute({ page: 'connectors', connectorId })}><DrawnText text={label} /></a>
              <StatusDot {...DOTS[state]} label={strings.chat.panel.state[state]} />
              {detail === null ? null : <span className={styles.detail}><DrawnText text={detail} /></span>}
            </li>
          ))}
        </ul>
      )}
    </BudgetSection>
  )
}
