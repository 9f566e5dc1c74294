import { useRows } from '../../core.tsx'
import { ConnectorMark } from '../../parts/connector-mark.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BudgetSection } from './budget-section.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './budget.module.css'

const words = strings.budget.connectors

export function ConnectorStates() {
  const connectors = useRows('connectors.watch', {})
  return (
    <BudgetSection name="connectors">
      {connectors === null ? <Skeleton label={strings.connectors.loading} lines={3} /> : connectors.length === 0 ? <p className={styles.note}>{words.none}</p> : (
        <ul className={framed.list} aria-label={words.list}>
          {connectors.map(({ connectorId, label, state, detail }) => (
            <li key={connectorId} className={styles.connector}>
              <a href={formatRoute({ page: 'connectors', connectorId })}><DrawnText text={label} /></a>
              <ConnectorMark state={state} />
              {detail === null ? null : <span className={styles.detail}><DrawnText text={detail} /></span>}
            </li>
          ))}
        </ul>
      )}
    </BudgetSection>
  )
}
