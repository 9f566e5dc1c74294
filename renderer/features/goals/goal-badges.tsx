import { Shield } from 'lucide-react'
import type { GoalRow } from '../../../shared/goal.ts'
import { strings } from '../../strings/en.ts'
import { Badge, Badges } from '../../ui/badge.tsx'

const words = strings.goals

/** How a goal is, and what is to be known before what is written there is trusted. */
export function GoalBadges({ goal: { state, live, failed, tainted } }: { goal: Pick<GoalRow, 'state' | 'live' | 'failed' | 'tainted'> }) {
  return (
    <Badges>
      {tainted ? <Badge tone="taint" icon={<Shield aria-hidden="true" size={12} />}>{words.tainted}</Badge> : null}
      {failed === 0 ? null : <Badge tone="destructive">{words.failed(failed)}</Badge>}
      {live === null ? null : <Badge tone={live.status === 'waiting' ? 'write' : 'neutral'}>{words.live[live.what][live.status]}</Badge>}
      {state === 'open' ? null : <Badge tone={state === 'done' ? 'ok' : 'neutral'}>{words.states[state]}</Badge>}
    </Badges>
  )
}
