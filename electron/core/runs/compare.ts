import type { ComparedCall, ComparedRun, ComparedStep } from '../../../shared/branch-operations.ts'
import type { RunRow } from '../../../shared/run-log.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { CallState, StepState, TurnState } from '../../../shared/turn-state.ts'
import { withResults } from './branch.ts'

/** A text is read to compare it, not to keep it. */
const LONGEST = 20_000

export interface CompareSources {
  readonly readText: (stored: StoredText) => string
  readonly load: (turnId: TurnState['turnId']) => TurnState
  /** Millionths of a dollar; null: nobody knows. */
  readonly moneyOf: (turnId: TurnState['turnId']) => number | null
}

/** A run with the steps that it took over, for standing beside another one. */
export function comparedRun(sources: CompareSources, run: RunRow, state: TurnState): ComparedRun {
  const branch = state.started?.branch
  return {
    run, money: sources.moneyOf(state.turnId), message: state.ended?.body?.message ?? null,
    branch: branch === undefined ? null : { ...branch, changed: state.started?.meta?.branch?.changed ?? [] },
    steps: [...takenOver(sources, state), ...state.steps.map((step) => comparedStep(sources, state, step, true))],
  }
}

function takenOver(sources: CompareSources, state: TurnState): readonly ComparedStep[] {
  const branch = state.started?.branch
  if (branch === undefined) return []
  const origin = withResults(sources.load(branch.origin), state.started?.body?.branch?.results ?? [])
  const steps = [...takenOver(sources, origin), ...origin.steps.map((step) => comparedStep(sources, origin, step, false))]
  return steps.filter(({ step }) => step < branch.fromStep)
}

function comparedStep({ readText }: CompareSources, state: TurnState, step: StepState, own: boolean): ComparedStep {
  const texts = step.blocks.flatMap((block) => (block.type === 'text' ? [readText(block.text)] : []))
  return {
    step: step.step, own, model: step.started.meta?.model ?? '',
    text: step.ended !== null && step.ended.body === null ? null : texts.join('\n\n').slice(0, LONGEST).toWellFormed(),
    calls: [...state.calls.values()].filter(({ call }) => call.step === step.step).map((call) => comparedCall(call, readText)),
  }
}

function comparedCall(state: CallState, readText: CompareSources['readText']): ComparedCall {
  const { call } = state
  const ended = state.status === 'done' ? state.ended : null
  const text = (stored: StoredText): string => readText(stored).slice(0, LONGEST).toWellFormed()
  return {
    position: call.position, name: call.meta?.tool?.title ?? call.meta?.name ?? '', toolClass: call.meta?.tool?.toolClass ?? null,
    arguments: call.body === null ? null : text(call.body.arguments), result: ended === null || ended.body === null ? null : text(ended.body.content),
    outcome: ended?.outcome ?? null, cause: ended?.cause ?? null,
  }
}
