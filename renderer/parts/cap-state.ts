import { WARN_SHARE, type CapGauge } from '../../shared/cap.ts'

/** `near`: from the share on from which the person is warned. `full`: nothing is left. */
export type CapState = 'free' | 'near' | 'full'

/** What is reserved counts like what is used: it decides in the same way whether a step may start. */
export function capStateOf({ used, reserved, limit }: Pick<CapGauge, 'used' | 'reserved' | 'limit'>): CapState {
  if (limit === null) return 'free'
  const taken = used + reserved
  return taken >= limit ? 'full' : taken >= limit * WARN_SHARE ? 'near' : 'free'
}

/** Caps that the person is warned of everywhere. Live runs fill and empty by the second; when they hold something up, that is told instead. A run that spends what it may ends by itself. */
export function warningsOf(gauges: readonly CapGauge[]): readonly CapGauge[] {
  return gauges.filter((gauge) => gauge.cap !== 'live-runs' && gauge.cap !== 'money-per-run' && capStateOf(gauge) !== 'free')
}
