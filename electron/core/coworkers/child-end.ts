import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { ChildSpent } from '../turn/call-events.ts'
import type { ChildEnd } from '../turn/joins.ts'
import { saidLast } from '../turn/said-last.ts'

/** What a run gives to the one that started it: what its model said last, and all that it had read. What it had when it ended early is kept and said. */
export function childEnd(name: string, run: TurnState, spent: ChildSpent | null, readText: (stored: StoredText) => string): ChildEnd {
  const said = saidLast(run, readText)
  const rest = { taint: run.tainted ? run.taint : [], spent }
  if (run.ended?.outcome === 'completed') return { outcome: 'ok', errorCode: null, content: said ?? `“${name}” ended without a word, or what it said is not kept.`, ...rest }
  return { outcome: 'error', errorCode: 'coworker.not-done', content: `${whyEnded(name, run)} ${said === null ? 'It had said nothing by then that is kept.' : `By then it had said:\n\n${said}`}`, ...rest }
}

function whyEnded(name: string, { ended }: TurnState): string {
  const said = ended?.body?.message ?? null
  const because = said === null ? '' : ` ${said}`
  switch (ended?.outcome) {
    case 'stopped': return `The run of “${name}” was stopped before it was done.${because}`
    case 'refused': return `The model of “${name}” refused.${because}`
    case 'out-of-limits': return `The run of “${name}” ran into its limit of ${ended.meta?.limit ?? 'what it may use'} before it was done.${because}`
    default: return `The run of “${name}” failed.${because}`
  }
}

export const refusedEnd = (sentence: string): ChildEnd => ({ outcome: 'error', errorCode: 'coworker.refused', content: sentence, taint: [], spent: null })
