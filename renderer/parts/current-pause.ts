import type { CapGauge } from '../../shared/cap.ts'
import type { TurnEventOf } from '../../shared/turn-event.ts'
import { capStateOf } from './cap-state.ts'

type Pause = Pick<TurnEventOf<'turn.paused'>, 'cap' | 'why' | 'meta'>

/**
 * What holds a turn up now. Its event names the cap that was met first; when that one has room again and another is used up, the turn
 * waits on for the other, and no event says so.
 */
export function currentPause(pause: Pause, gauges: readonly CapGauge[]): Pause {
  const { cap, why = 'used-up', meta } = pause
  const gauge = gauges.find((candidate) => candidate.cap === cap)
  // Nearly used up may be too little for the next step.
  if (why !== 'used-up' || gauge === undefined || capStateOf(gauge) !== 'free') return pause
  const other = gauges.find((candidate) => candidate.cap !== cap && capStateOf(candidate) === 'full')
  return other === undefined ? pause : { cap: other.cap, why, meta }
}
