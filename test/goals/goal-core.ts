import assert from 'node:assert/strict'
import type { GoalView } from '../../shared/goal.ts'
import type { GoalWorkers } from '../../shared/goal-operations.ts'
import type { ModelProfile } from '../../shared/model-profile.ts'
import { startCore, type CoreOptions } from '../core/live-core.ts'
import { createProbe } from '../core/probe-connector.ts'
import { createScriptModel, type ScriptedStep } from '../core/script-model.ts'
import { scriptProfile } from '../core/script-profile.ts'
import type { ScriptedCore } from '../core/scripted-core.ts'

export interface GoalCore extends ScriptedCore {
  /** A goal with these steps; their ids in order. */
  make(plan: readonly string[], title?: string): Promise<{ readonly goalId: number; readonly steps: readonly number[] }>
  view(goalId: number): Promise<GoalView>
  /** Resolves with the goal once it fits. */
  goalWhen(goalId: number, fits: (goal: GoalView) => boolean): Promise<GoalView>
  workers(): Promise<GoalWorkers>
  /** Runs a step to its end. */
  run(goalId: number, stepId: number): Promise<GoalView>
}

export type GoalCoreOptions = CoreOptions & {
  /** Of the model; left out: it is the practice model, certified and free. Null: nobody set it up. */
  readonly prices?: ModelProfile['prices'] | null
}

/** A core whose scripted model can be asked by whoever has money of its own. */
export async function startGoals(steps: readonly ScriptedStep[], { prices, ...options }: GoalCoreOptions = {}): Promise<GoalCore> {
  const probe = createProbe()
  const script = createScriptModel(steps)
  const model = prices === undefined ? 'practice' : 'script'
  const live = await startCore({
    ...options, on: options.on ?? ['notes'], settings: { model, ...options.settings },
    additions: { ...options.additions, connectors: [probe.connector, ...(options.additions?.connectors ?? [])], models: new Map([[model, script.model]]) },
  })
  const core: ScriptedCore = { ...live, probe, script }
  if (prices !== undefined && prices !== null) await core.call('model.save', { profile: scriptProfile(prices), isNew: options.dataDirectory === undefined })
  const goalWhen: GoalCore['goalWhen'] = async (goalId, fits) => {
    const found: { goal: GoalView | null } = { goal: null }
    await core.until('goal.watch', { goalId }, (item) => {
      const goal = item.kind === 'snapshot' ? item.rows[0] : item.kind === 'changed' ? item.row : undefined
      if (goal === undefined || !fits(goal)) return false
      found.goal = goal
      return true
    })
    return found.goal ?? assert.fail('no goal')
  }
  return {
    ...core, goalWhen,
    view: (goalId) => goalWhen(goalId, () => true),
    make: async (plan, title = 'Learn the rules') => {
      const { goalId } = await core.call('goal.create', { title, purpose: 'So that I can explain them', plan: [...plan] })
      return { goalId, steps: (await goalWhen(goalId, () => true)).plan.map(({ id }) => id) }
    },
    workers: async () => {
      const item = await core.until('goal-workers.watch', {}, ({ kind }) => kind === 'snapshot')
      return (item.kind === 'snapshot' ? item.rows[0] : undefined) ?? assert.fail('no workers')
    },
    run: async (goalId, stepId) => {
      const { turnId } = await core.call('goal.start-step', { goalId, stepId })
      await core.ended(turnId)
      return goalWhen(goalId, ({ plan }) => plan.every(({ state }) => state !== 'running'))
    },
  }
}
