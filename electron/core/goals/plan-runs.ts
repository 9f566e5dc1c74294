import { AppError, toWireError } from '../../../shared/errors.ts'
import { LONGEST_STEP_RESULT } from '../../../shared/goal.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { messageAuthor } from '../../../shared/message-author.ts'
import type { Role } from '../../../shared/role.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Ledger } from '../budget/ledger.ts'
import { refuseOverAllowance } from '../coworkers/allowance.ts'
import type { CallPrices } from '../coworkers/call-prices.ts'
import { GOAL_AGENT } from '../roles/built-in-roles.ts'
import { startOfDay } from '../store/activity.ts'
import type { Turns } from '../turn/turns.ts'
import { ownChat, type OwnChatPorts } from '../unattended/own-chat.ts'
import type { Goal, StoredStep } from './goal.ts'
import type { GoalAgent } from './goal-agent.ts'
import { tellGoal } from './goal-material.ts'
import type { GoalStore } from './goal-store.ts'
import { readMaterial } from './read-material.ts'
import { endOf, lostEnd, type RunEnd } from './run-end.ts'

/** Runs of the goal agent: one at a time, each started by a person, two for a step at most. */
export interface PlanRuns {
  /** Why no step of any goal can be started now; null: nothing is in the way of all of them. */
  readonly problem: () => string | null
  /** The same of one step. */
  readonly problemOf: (goal: Goal, step: StoredStep) => string | null
  /** @throws AppError `goal.refused`, `input.not-found` */
  readonly start: (goalId: number, stepId: number) => Promise<{ readonly chatId: ChatId; readonly turnId: TurnId }>
  /** Closes the run of a step, if there is one. */
  readonly stop: (goalId: number, stepId: number) => Promise<void>
  /** Of a goal that goes. */
  readonly stopGoal: (goalId: number) => Promise<void>
  readonly appended: (state: TurnState) => void
  /** Whether a person decides when this run is tried again. */
  readonly isLeft: (turnId: TurnId) => boolean
  /** Says of what an earlier process left open how it ended, where it has. */
  readonly takeUp: () => void
}

export interface PlanRunsPorts extends OwnChatPorts {
  readonly store: GoalStore
  readonly agent: GoalAgent
  readonly turns: Pick<Turns, 'start' | 'stop' | 'state'>
  readonly ledger: Pick<Ledger, 'moneyOfRun'>
  readonly priceOf: CallPrices['of']
  readonly readText: (stored: StoredText) => string
  /** Null: runs without a person are permitted on this machine. */
  readonly withheld: () => string | null
  /** As it is now; null: there is none. */
  readonly findRole: (id: string) => Role | null
}

const KEPT = { kept: 'Nothing was started.' }
const refuse = (why: string, advice?: string): never => { throw new AppError('goal.refused', why, advice === undefined ? KEPT : { ...KEPT, advice }) }

export function createPlanRuns(ports: PlanRunsPorts): PlanRuns {
  const { store, agent, turns, now, ledger, withheld } = ports
  const { plan } = store

  const problem = (): string | null => {
    const why = withheld()
    if (why !== null) return why
    const profile = agent.profile()
    if (profile === null) return 'What the goal agent was given was saved by a later Gatehouse, and this one can’t read it.'
    return agent.problemsOf(profile)[0]?.sentence ?? (plan.openAttempt() !== null || plan.countOpenRuns(GOAL_AGENT.id) > 0 ? 'The goal agent is at work: one step at a time.' : null)
  }
  const problemOf = (goal: Goal, step: StoredStep): string | null => {
    if (goal.state !== 'open') return goal.state === 'done' ? 'The goal is done. Open it again first.' : 'The goal is in the archive. Open it again first.'
    if (step.state === 'done') return 'The step is done. Plan it anew first.'
    const attempts = plan.attempts(step.id)
    if (attempts.length >= GOAL_AGENT.attempts) return `It was tried ${GOAL_AGENT.attempts === 2 ? 'twice' : `${GOAL_AGENT.attempts} times`}. Say it in other words, or plan it anew.`
    return moneyLeft(step) > 0 ? null : 'What a step may cost is used up by its first attempt. Say it in other words, or plan it anew.'
  }
  /** A step has one sum of money, whatever it is tried. */
  const moneyLeft = (step: StoredStep): number => plan.attempts(step.id).reduce((left, { turnId }) => left - ledger.moneyOfRun(turnId), GOAL_AGENT.limits.money ?? 0)

  /** With the money that is left. A second attempt has only the tools that the first ran with; where no step of that began, the role stands as it is. */
  const roleFor = (step: StoredStep): Role => {
    const role = ports.findRole(GOAL_AGENT.id) ?? refuse('There is no goal agent here.')
    return { ...role, limits: { ...role.limits, money: moneyLeft(step) } }
  }
  const start: PlanRuns['start'] = async (goalId, stepId) => {
    const goal = store.get(goalId)
    const step = plan.get(goalId, stepId)
    const why = problem() ?? problemOf(goal, step)
    if (why !== null) return refuse(why)
    const role = roleFor(step)
    refuseOverAllowance({ name: GOAL_AGENT.name, allowance: role.allowance, priceOf: ports.priceOf, code: 'goal.refused', runs: role.allowance === null ? [] : plan.runsSince(GOAL_AGENT.id, startOfDay(now())).map(turns.state) })
    const chatId = ownChat(ports, goal.chatId, goal.title, (made) => { store.setChat(goalId, made) })
    const told = tellGoal(readMaterial(store, goal), plan.steps(goalId).findIndex(({ id }) => id === stepId), now())
    const before = plan.attempts(stepId).at(-1)
    const number = (before?.number ?? 0) + 1
    const profile = agent.profile()
    const by = messageAuthor('goal', goal.title)
    const turnId = await turns.start({
      chatId, parentTurnId: null, role, model: profile === null ? refuse('What the goal agent was given can’t be read.') : agent.model(profile), taint: told.taint,
      // What the person wants done comes after what others wrote.
      message: [
        { origin: 'typed', text: told.own, vouched: true, by },
        ...(told.written === '' ? [] : [{ origin: 'job' as const, text: told.written, vouched: true, by }]),
        { origin: 'typed', text: step.text, vouched: true, by },
      ],
      ...(before === undefined ? {} : { retryOf: { turnId: before.turnId, attempt: number } }),
      ...(before === undefined || before.ranWith === null ? {} : { narrowed: { tools: [...before.ranWith], delegationDepth: null } }),
      check: () => undefined,
      stored: (started) => { plan.begin({ goalId, stepId, number, turnId: started, startedAt: now() }) },
    })
    store.touch(goalId)
    return { chatId, turnId }
  }

  const close = (turnId: TurnId, { outcome, text, why, ranWith, taint }: RunEnd): void => { plan.end(turnId, { outcome, answer: text, why, ranWith, taint, endedAt: now() }) }
  const stopIf = async (fits: (attempt: { readonly goalId: number; readonly stepId: number }) => boolean): Promise<void> => {
    const open = plan.openAttempt()
    if (open === null || !fits(open)) return
    try {
      await turns.stop(open.turnId)
    } catch (error) {
      // What can't be read doesn't run either.
      if (!(error instanceof AppError)) throw error
      close(open.turnId, { ...lostEnd(now()), why: toWireError(error).message })
    }
  }
  return {
    problem, problemOf, start,
    stop: async (goalId, stepId) => {
      plan.get(goalId, stepId)
      await stopIf((attempt) => attempt.goalId === goalId && attempt.stepId === stepId)
    },
    stopGoal: (goalId) => stopIf((attempt) => attempt.goalId === goalId),
    appended: (state) => {
      if (state.ended === null || state.started === null || state.started.role !== GOAL_AGENT.id) return
      close(state.turnId, endOf(state, ports.readText, LONGEST_STEP_RESULT))
    },
    isLeft: (turnId) => turns.state(turnId).started?.role === GOAL_AGENT.id,
    takeUp: () => {
      const open = plan.openAttempt()
      const end = open === null ? null : endedMeanwhile(turns, ports, open.turnId, LONGEST_STEP_RESULT, now())
      if (open !== null && end !== null) close(open.turnId, end)
    },
  }
}

/** Null: it hasn't ended, and goes on. */
export function endedMeanwhile(turns: Pick<Turns, 'state'>, { readText }: { readonly readText: (stored: StoredText) => string }, turnId: TurnId, longest: number, now: number): RunEnd | null {
  try {
    const state = turns.state(turnId)
    if (state.started === null) return lostEnd(now)
    return state.ended === null ? null : endOf(state, readText, longest)
  } catch (error) {
    if (error instanceof AppError) return lostEnd(now)
    throw error
  }
}
