import { explainPause } from '../../../shared/explain-pause.ts'
import type { TurnEventOf } from '../../../shared/turn-event.ts'
import { useRows } from '../../core.tsx'
import { currentPause } from '../../parts/current-pause.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'

/** Why the turn waits, as it is now. */
export function PauseBanner({ pause }: { pause: TurnEventOf<'turn.paused'> }) {
  const [status] = useRows('status.watch', {}) ?? []
  return <Banner kind="warn" kindLabel={strings.chat.pausedKind} happened={explainPause(currentPause(pause, status?.gauges ?? []))} />
}
