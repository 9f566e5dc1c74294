import { TriangleAlert } from 'lucide-react'
import { useRows } from '../core.tsx'
import { formatRoute } from '../route.ts'
import { strings } from '../strings/en.ts'
import { capStateOf, warningsOf } from './cap-state.ts'
import styles from './cap-warning.module.css'

const words = strings.budget

/** Where the person writes: which caps are nearly reached, before one of them pauses what they are about to ask for. */
export function CapWarning() {
  const [status] = useRows('status.watch', {}) ?? []
  const warnings = status === undefined ? [] : warningsOf(status.gauges)
  return (
    <div role="status">
      {warnings.length === 0 ? null : (
        <p className={styles.warning}>
          <TriangleAlert className={styles.icon} aria-hidden="true" />
          <span>{warnings.map((gauge) => words.warning(words.gauge.names[gauge.cap], capStateOf(gauge) === 'full')).join(' ')} <a href={formatRoute({ page: 'budget' })}>{words.toBudget}</a></span>
        </p>
      )}
    </div>
  )
}
