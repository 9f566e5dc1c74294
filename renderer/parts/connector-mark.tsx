import type { ConnectorRow } from '../../shared/run-record.ts'
import { strings } from '../strings/en.ts'
import type { Tone } from '../ui/badge.tsx'
import { StatusDot, type DotForm } from '../ui/status-dot.tsx'

type State = ConnectorRow['state']

const DOTS: Readonly<Record<State, { readonly form: DotForm; readonly tone: Tone }>> = {
  off: { form: 'empty', tone: 'neutral' },
  starting: { form: 'half', tone: 'neutral' },
  ready: { form: 'full', tone: 'neutral' },
  degraded: { form: 'half', tone: 'write' },
  'needs-sign-in': { form: 'half', tone: 'asks' },
  failed: { form: 'empty', tone: 'destructive' },
  changed: { form: 'half', tone: 'asks' },
}

export function ConnectorMark({ state }: { state: State }) {
  return <StatusDot {...DOTS[state]} label={strings.chat.panel.state[state]} />
}
