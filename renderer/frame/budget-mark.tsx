import { TriangleAlert } from 'lucide-react'
import { useRows } from '../core.tsx'
import { capStateOf, warningsOf } from '../parts/cap-state.ts'
import { strings } from '../strings/en.ts'
import { Count } from '../ui/badge.tsx'
import styles from './frame.module.css'

const words = strings.budget

/** Beside the page's name: what waits for room, else which cap is nearly reached. */
export function BudgetMark() {
  const [status] = useRows('status.watch', {}) ?? []
  if (status === undefined) return null
  if (status.turnsPaused > 0) return <Count tone="write" value={status.turnsPaused} label={words.mark.paused(status.turnsPaused)} />
  const warnings = warningsOf(status.gauges)
  if (warnings.length === 0) return null
  const isFull = warnings.some((gauge) => capStateOf(gauge) === 'full')
  const names = warnings.filter((gauge) => capStateOf(gauge) === (isFull ? 'full' : 'near')).map(({ cap }) => words.gauge.names[cap]).join(', ')
  const label = isFull ? words.mark.full(names) : words.mark.near(names)
  return <TriangleAlert className={styles.warning} role="img" aria-label={label} />
}
