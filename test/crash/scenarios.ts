import type { AnswerChoice } from '../../shared/policy.ts'

/** One call that the model makes; `names` for one that calls others from its code. */
export interface ScriptedCall { readonly tool: string; readonly name: string; readonly names?: readonly string[] }

export type Reply = Extract<AnswerChoice['kind'], 'approve' | 'reject' | 'reject-following' | 'edit'>

/** A turn as it goes when nothing happens to it: steps of calls, then a sentence. */
export interface Scenario {
  readonly steps: readonly (readonly ScriptedCall[])[]
  /** What a person says to a question whether a call may run; one of them, by chance. */
  readonly replies: readonly Reply[]
  /** The first answer fills the window, and three turns came before that a summary can stand for. */
  readonly overflows?: boolean
  /** When it asks, the day's cap is too small to go on; while it waits the tool becomes stricter, and then the cap goes. */
  readonly pauses?: boolean
  /** It is a branch, with another message, of a run of this scenario; the branch rule ends it. */
  readonly branchOf?: 'reading'
}

const call = (tool: string, name: string): ScriptedCall => ({ tool, name })

export const SCENARIOS = {
  plain: { steps: [[call('look', 'r1'), call('note', 'w1'), call('look', 'r2')], [call('wipe', 'd1')]], replies: ['approve'] },
  single: { steps: [[call('note', 'w1')]], replies: ['approve'] },
  reading: { steps: [[call('look', 'r1'), call('look', 'r2')]], replies: ['approve'] },
  several: { steps: [[call('note', 'w1'), call('wipe', 'd1'), call('note', 'w2'), call('wipe', 'd2')]], replies: ['approve', 'reject', 'reject-following', 'edit'] },
  tainted: { steps: [[call('page', 'p1')], [call('note', 'w1'), call('note', 'w2')]], replies: ['approve', 'reject'] },
  unknown: { steps: [[call('nowhere', 'x'), call('note', 'w1')]], replies: ['approve'] },
  nested: { steps: [[{ tool: 'each', name: 'e1', names: ['n1', 'n2'] }], [call('note', 'w1')]], replies: ['approve'] },
  overflowing: { steps: [[call('note', 'w1')]], replies: ['approve'], overflows: true },
  branching: { steps: [[call('look', 'r1')], [call('look', 'b1'), call('note', 'b2')]], replies: ['approve'], branchOf: 'reading' },
  paused: { steps: [[call('page', 'p1')], [call('swing', 's1')]], replies: ['approve'], pauses: true },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof SCENARIOS
export const scenarioOf = (name: ScenarioName): Scenario => SCENARIOS[name]
export const isScenarioName = (text: string): text is ScenarioName => text in SCENARIOS
