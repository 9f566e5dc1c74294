import { explainRunMoney } from '../../../shared/explain-pause.ts'
import type { Role } from '../../../shared/role.ts'
import type { TurnEventOf } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { StepRequest } from '../budget/budget.ts'
import type { Refusal } from '../budget/caps.ts'
import { limitsOf } from './next-step.ts'
import type { TurnPorts } from './turn-ports.ts'

/** Tokens of a request and of the answer to it. */
export interface StepSize { readonly inputTokens: number; readonly maxOutputTokens: number }

/** What a turn needs to go on at all; its next step asks for what it really needs. */
export const LEAST_ROOM: StepSize = { inputTokens: 0, maxOutputTokens: 256 }

const modelOf = (state: TurnState): string => state.started?.meta?.model ?? ''

/** At the prices of this moment. What a delegated run spends is also spent by all runs above it, and counts for the role of the first. Calls that go on after an answer were paid for by the step that made them. */
export const roomFor = (ports: TurnPorts, state: TurnState, size: StepSize): StepRequest =>
{
  const above = ports.delegation.above(state)
  const root = above.at(-1) ?? state
  return {
    ...size, prices: ports.pricesOf(modelOf(state)), perRun: size === LEAST_ROOM ? 'ignored' : limitsOf(state).money ?? null,
    above: above.map((run) => ({ turnId: run.turnId, perRun: limitsOf(run).money ?? null })),
    role: root.started?.role ?? '', ...ownCaps(ports.facts.roleOf(root)),
  }
}

const ownCaps = (role: Role | null): Pick<StepRequest, 'jobTokensPerDay' | 'roleMoneyPerDay'> => ({ jobTokensPerDay: role?.tokensPerDay ?? null, roleMoneyPerDay: role?.moneyPerDay ?? null })

/** Nothing that passes gives a run more money: it is out of its limit. What the person can put right is waited for. */
export const endsRun = ({ cap, why }: Refusal): boolean => cap === 'money-per-run' && why !== 'no-price'

export const turnPaused = (state: TurnState, { cap, why, liftsAt, need }: Refusal, at: number): TurnEventOf<'turn.paused'> => ({
  kind: 'turn.paused', version: 1, at, cap, why,
  meta: { liftsAt, ...(need === null || why !== 'too-small' ? {} : { need }), ...(why === 'no-price' ? { model: modelOf(state) } : {}) }, body: {},
})

/** Whether it waits for the very same thing. */
export const isSamePause = (state: TurnState, { cap, why }: Refusal): boolean => state.paused !== null && state.paused.cap === cap && state.paused.why === why

export const outOfMoney = ({ why, need }: Refusal): string => explainRunMoney(why, need)
