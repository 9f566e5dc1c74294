import { openCompaction, openStep, type TurnState } from '../../../shared/turn-state.ts'
import { totalTokens } from '../../../shared/usage.ts'
import { TaintSources } from '../../parts/taint-sources.tsx'
import { strings } from '../../strings/en.ts'
import { Facts } from '../../ui/facts.tsx'

const words = strings.runs.show.facts
const number = (count: number, digits = 0): string => count.toLocaleString('en', { maximumFractionDigits: digits })

/** What was used of the run's limits, what was set aside, and what had been read, at that moment. */
export function LimitsThen({ state }: { state: TurnState }) {
  const { started, steps, calls, activeMs, activeSince, lastAt, usage, taint, tainted, resumes } = state
  const limits = started?.meta?.limits ?? null
  const worked = activeMs + (activeSince === null ? 0 : Math.max(0, lastAt - activeSince))
  const reserved = openCompaction(state)?.started.meta?.reservedTokens ?? openStep(state)?.started.meta?.reservedTokens ?? 0
  const isKept = steps.every(({ ended }) => ended === null || ended.meta !== null)
  return (
    <Facts
      facts={[
        { id: 'model', label: words.model, value: started?.meta?.model ?? words.notKept },
        { id: 'steps', label: words.steps, value: words.of(number(steps.length), limits?.steps ?? null) },
        { id: 'time', label: words.time, value: words.of(number(worked / 1000, 1), limits?.seconds ?? null, ' s') },
        { id: 'calls', label: words.calls, value: words.of(number(calls.size), limits?.calls ?? null) },
        { id: 'tokens', label: words.tokens, value: isKept ? number(totalTokens(usage)) : words.notKept },
        ...(reserved === 0 ? [] : [{ id: 'reserved', label: words.reserved, value: `≈ ${number(reserved)}` }]),
        { id: 'taint', label: words.taint, value: !tainted ? words.nothing : taint.length === 0 ? words.unknownSources : <TaintSources sources={taint} /> },
        ...(resumes === 0 ? [] : [{ id: 'resumes', label: words.resumes, value: number(resumes) }]),
        ...(started === null ? [] : [{ id: 'capture', label: words.capture, value: words.captures[started.capture] }]),
      ]}
    />
  )
}
