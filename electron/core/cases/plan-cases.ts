import type { CaseChange, CaseEffect, CasePlan, PlannedCase } from '../../../shared/case-run.ts'
import { explainNotKept } from '../../../shared/capture.ts'
import { AppError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Prices } from '../../../shared/model-profile.ts'
import type { RunRow } from '../../../shared/run-log.ts'
import { totalTokens } from '../../../shared/usage.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { costOf, tokenPrices } from '../budget/price.ts'
import type { Catalog } from '../tools/catalog.ts'
import { allowTokenOf } from '../runs/branch.ts'

export interface PlanSources {
  readonly findRun: (turnId: TurnId) => RunRow | null
  /** @throws AppError when its journal can't be read */
  readonly stateOf: (turnId: TurnId) => TurnState
  readonly hasRole: (role: string) => boolean
  readonly catalog: Catalog
  readonly pricesOf: (model: string) => Prices | null
}

/** Why a recorded run can't be run again; null: it can. */
export function problemOf({ findRun, stateOf, hasRole }: PlanSources, turnId: TurnId): string | null {
  const run = findRun(turnId)
  if (run === null) return 'There is no such run any more.'
  if (run.chat === null) return 'Its chat was deleted.'
  if (run.endedAt === null) return 'It hasn’t ended yet.'
  try {
    const { started } = stateOf(turnId)
    if (started === null || started.body === null) return `${explainNotKept(started?.capture ?? 'none')} So it can’t be run again.`
    return hasRole(started.role) ? null : 'Its role does not exist any more.'
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve) })

/** What running these again would take, and what they did beside reading. A few at a time, so that turns go on meanwhile. */
export async function planCases(sources: PlanSources, turnIds: readonly TurnId[], change: CaseChange): Promise<CasePlan> {
  const cases: PlannedCase[] = []
  const effects = new Map<string, CaseEffect>()
  let tokens = 0
  let money: number | null = 0
  for (const turnId of turnIds) {
    const problem = problemOf(sources, turnId)
    cases.push({ turnId, run: sources.findRun(turnId), problem })
    if (problem !== null) continue
    const state = sources.stateOf(turnId)
    tokens += totalTokens(state.usage)
    const prices = tokenPrices(sources.pricesOf(change.model ?? state.started?.meta?.model ?? ''))
    money = money === null || prices === null ? null : money + costOf(state.usage, prices)
    for (const effect of effectsOf(sources.catalog, state)) effects.set(effect.token, { ...effect, times: (effects.get(effect.token)?.times ?? 0) + 1 })
    await nextTurn()
  }
  return { cases, tokens, money, effects: [...effects.values()].toSorted((one, other) => (one.token < other.token ? -1 : 1)) }
}

/** By today's classes: what doesn't read today takes its record, whatever it was then. */
function effectsOf(catalog: Catalog, state: TurnState): readonly CaseEffect[] {
  return [...state.calls.values()].flatMap((call): CaseEffect[] => {
    const identity = call.call.meta?.tool ?? null
    const entry = identity === null ? null : catalog.find(identity)
    const steps = 'effects' in call ? [...call.effects].filter(([, { started }]) => started?.effect === 'write').map(([id]): CaseEffect => ({ token: `step:${id}`, title: id, toolClass: 'write', times: 0 })) : []
    if (entry === null || entry.modelName === null || entry.tool.toolClass === 'read') return steps
    return [{ token: allowTokenOf(call.call.author, entry.modelName), title: `${entry.connector.label}: ${entry.tool.title}`, toolClass: entry.tool.toolClass, times: 0 }, ...steps]
  })
}
