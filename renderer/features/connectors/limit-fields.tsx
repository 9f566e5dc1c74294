import type { ServerLimits } from '../../../shared/connector-record.ts'
import { strings } from '../../strings/en.ts'
import { TextField } from '../../ui/text-field.tsx'
import adding from './adding.module.css'

/** As typed; empty for the usual. */
export interface LimitDraft { readonly start: string; readonly call: string; readonly total: string }

export const NO_LIMITS: LimitDraft = { start: '', call: '', total: '' }

/** Seconds: what the core takes. */
const MOST: Readonly<Record<keyof LimitDraft, number>> = { start: 600, call: 3600, total: 6 * 3600 }
const FIELDS = ['start', 'call', 'total'] as const

export const toLimitDraft = ({ startSeconds, callSeconds, totalSeconds }: ServerLimits): LimitDraft =>
  ({ start: String(startSeconds ?? ''), call: String(callSeconds ?? ''), total: String(totalSeconds ?? '') })

/** Null: not a whole number of seconds within the bounds. */
const secondsOf = (text: string, most: number): number | null => {
  const seconds = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return seconds >= 1 && seconds <= most ? seconds : null
}

/** What is wrong with a field; null when nothing is. */
export function limitProblem(draft: LimitDraft, field: keyof LimitDraft): string | null {
  const words = strings.connectorSetup.limits
  if (draft[field].trim() === '') return null
  const seconds = secondsOf(draft[field], MOST[field])
  if (seconds === null) return words.outOfBounds(MOST[field])
  const call = secondsOf(draft.call, MOST.call)
  return field === 'total' && call !== null && seconds < call ? words.totalTooShort : null
}

/** Null: a field is wrong. */
export function toLimits(draft: LimitDraft): ServerLimits | null {
  if (FIELDS.some((field) => limitProblem(draft, field) !== null)) return null
  return { startSeconds: secondsOf(draft.start, MOST.start), callSeconds: secondsOf(draft.call, MOST.call), totalSeconds: secondsOf(draft.total, MOST.total) }
}

export function LimitFields({ limits, onLimits }: { limits: LimitDraft; onLimits: (limits: LimitDraft) => void }) {
  const words = strings.connectorSetup.limits
  return (
    <div className={adding.values} role="group" aria-label={words.title}>
      {FIELDS.map((field) => {
        const problem = limitProblem(limits, field)
        return <TextField key={field} inputMode="numeric" label={words[field]} hint={words.hints[field]} value={limits[field]} onValueChange={(value) => onLimits({ ...limits, [field]: value })} {...(problem === null ? {} : { error: problem })} />
      })}
    </div>
  )
}
