import type { CapGauge as Figures } from '../../shared/cap.ts'
import { strings } from '../strings/en.ts'
import { Gauge, GaugeLine } from '../ui/gauge.tsx'
import { capStateOf } from './cap-state.ts'

const words = strings.budget.gauge
const TONES = { free: 'normal', near: 'near', full: 'over' } as const

interface CapGaugeProps {
  figures: Figures
  /** Short: without what is left, for narrow places. */
  short?: boolean
}

/** One cap as it stands. The state stands in words; a cap that is off has no bar, since there is nothing to be near to. */
export function CapGauge({ figures, short = false }: CapGaugeProps) {
  const { cap, used, reserved, limit } = figures
  const label = words.names[cap]
  if (limit === null) return <GaugeLine label={label} text={cap === 'money-per-run' ? words.noCap : words.uncapped(cap, used, reserved)} />
  // What one run spent stands with that run: here is only what each may.
  if (cap === 'money-per-run') return <GaugeLine label={label} text={words.atMost(limit)} />
  const state = capStateOf(figures)
  const numbers = short ? words.short(cap, used, reserved, limit) : words.long(cap, used, reserved, limit)
  const text = state === 'free' ? numbers : words.withState(numbers, words.states[cap][state])
  return <Gauge label={label} used={used} reserved={reserved} limit={limit} text={text} tone={TONES[state]} />
}
