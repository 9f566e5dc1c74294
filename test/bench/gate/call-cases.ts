import { applyEvent } from '../../../shared/fold-turn.ts'
import { CallId, TurnId } from '../../../shared/ids.ts'
import { emptyTurn, type CallState, type TurnState } from '../../../shared/turn-state.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import type { CatalogEntry } from '../../../electron/core/tools/catalog.ts'
import { DIGEST, PAGE, started, stepStarted } from '../../shared/turn-events.ts'

/** One call to be judged, in the turn that it belongs to. */
export interface CallCase { readonly name: string; readonly state: TurnState; readonly call: CallState }

const ARGUMENTS = ['{"what":"x"}', '{"host":"example.org","what":"x"}', '{"often":9,"what":"x"}', '{"what":7}', '{"often":2,"what":"a longer question about it"}']
const CALLS_PER_STEP = 30

/** A call of every tool, thirty to a step as a real one offers them, half of them after untrusted content. One in seven wasn't offered. */
export function makeCases(entries: readonly CatalogEntry[]): readonly CallCase[] {
  return Array.from({ length: Math.ceil(entries.length / CALLS_PER_STEP) }, (_, step) => casesOfStep(entries.slice(step * CALLS_PER_STEP, (step + 1) * CALLS_PER_STEP), step)).flat()
}

function casesOfStep(entries: readonly CatalogEntry[], number: number): readonly CallCase[] {
  const tainted = number % 2 === 1
  const offered = entries.flatMap(({ tool, modelName }, index) => (modelName === null || index % 7 === 6 ? [] : [{ ...tool.identity, name: modelName }]))
  const turnId = TurnId.parse(`turn_${number}`)
  const begun: readonly TurnEvent[] = [
    started({ tainted, body: { message: [{ origin: 'typed', text: { text: 'look at example.com for me' }, vouched: true }], taint: tainted ? [PAGE] : [] } }),
    { ...stepStarted(1, tainted), kind: 'step.started', version: 1, at: 2, step: 1, tainted, meta: { model: 'practice', offered, reservedTokens: 0 }, body: { taint: tainted ? [PAGE] : [] } },
  ]
  const called = entries.map(({ tool, connector, pin, modelName }, index): TurnEvent => ({
    kind: 'tool.called', version: 1, at: 3, callId: CallId.parse(`call_${number}x${index}`), step: 1, position: `1.${index + 1}`, author: 'model', replaces: null,
    meta: {
      name: modelName ?? 'unnamed', digest: DIGEST, malformed: null, idempotencyKey: 'k',
      tool: { ...tool.identity, title: tool.title, connectorLabel: connector.label, toolClass: tool.toolClass, provenance: tool.provenance, untrusted: tool.untrusted, egress: tool.egress, alwaysAsks: tool.alwaysAsks, pin },
    },
    body: { arguments: { text: ARGUMENTS[(number + index) % ARGUMENTS.length] ?? '{}' }, raw: null },
  }))
  const state = [...begun, ...called].reduce(applyEvent, emptyTurn(turnId))
  return [...state.calls.values()].map((call) => ({ name: `${call.call.meta?.name ?? ''} ${turnId} ${call.call.position}`, state, call }))
}
