import { AppError, toWireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Role } from '../../../shared/role.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Ledger } from '../budget/ledger.ts'
import type { Roles } from '../roles/roles.ts'
import type { Chats } from '../store/chats.ts'
import type { Journal } from '../store/journal.ts'
import type { RunLinks } from '../store/run-links.ts'
import type { Turns } from '../turn/turns.ts'
import type { TurnWatchers } from '../turn/turn-watchers.ts'
import { decideRetry } from './decide-retry.ts'

export interface Retries {
  /** For the core's listener: a run that ended is looked at, and tried again where that is worth it. */
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  /** Once at the start: a process may have died between the end of a run and its next attempt. */
  readonly recover: () => void
  /** From here on nothing is tried again; the next start looks at what ended meanwhile. */
  readonly close: () => void
}

export interface RetriesPorts {
  readonly turns: Pick<Turns, 'start' | 'state'>
  readonly chats: Pick<Chats, 'find'>
  readonly roles: Pick<Roles, 'find'>
  readonly links: Pick<RunLinks, 'nextAttempt' | 'failedSince'>
  readonly ledger: Pick<Ledger, 'costOfRun'>
  readonly journal: Pick<Journal, 'readText'>
  readonly watchers: Pick<TurnWatchers, 'status'>
  readonly now: () => number
  /** Whether somebody else says when this run is tried again, such as a person does for a step of a plan. */
  readonly isLeft: (turnId: TurnId) => boolean
  /** What a run in this role needs today, beside what every run does. @throws AppError when it may not begin */
  readonly checkStart: (role: Role) => void
}

/** How long ago a run may have failed to be tried again after a start: later nobody expects it any more. */
const RECENT_MS = 600_000

/** Tries failed runs again, as turns beside them in the same chat. Any role with more than one attempt: none is named here. */
export function createRetries(ports: RetriesPorts): Retries {
  const { turns, chats, roles, links, ledger, journal, watchers, now } = ports

  const spentBy = (run: TurnState): number | null => {
    let sum = 0
    for (let next: TurnState | null = run; next !== null; next = next.started?.retryOf === undefined ? null : turns.state(next.started.retryOf.turnId)) {
      const cost = ledger.costOfRun(next.turnId)
      if (cost === null) return null
      sum += cost
    }
    return sum
  }

  /** Begins at once where it may; what keeps it from that is told beside the run that failed. */
  const tryAgain = async (run: TurnState): Promise<void> => {
    const { started } = run
    const role = roles.find(started?.role ?? '')
    if (started === null || started.body === null || role === null || role.attempts < 2 || ports.isLeft(run.turnId) || chats.find(started.chatId) === null) return
    const decision = decideRetry(run, role, spentBy(run))
    if (!decision.again || links.nextAttempt(run.turnId) !== null) return
    const { body, chatId, parentTurnId } = started
    await turns.start({
      chatId, parentTurnId, role: { ...role, limits: { ...role.limits, money: decision.money } }, model: started.meta?.model ?? role.model ?? '',
      message: body.message.map(({ text, ...part }) => ({ ...part, text: journal.readText(text) })), taint: body.taint,
      retryOf: decision.retryOf, narrowed: decision.narrowed,
      check: () => { ports.checkStart(role) },
    })
  }
  let closed = false
  const attempt = async (turnId: TurnId, run: () => TurnState): Promise<void> => {
    if (closed) return
    try {
      await tryAgain(run())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      watchers.status(turnId, null, `It was not tried again: ${toWireError(error).message}`)
    }
  }

  return {
    appended: (state, seated) => {
      // Not at once: this turn's own work comes first. What its level doesn't keep is still in this state.
      if (seated.some(({ event }) => event.kind === 'turn.ended' && event.outcome === 'failed')) setImmediate(() => { void attempt(state.turnId, () => state) })
    },
    recover: () => { for (const turnId of links.failedSince(now() - RECENT_MS)) void attempt(turnId, () => turns.state(turnId)) },
    close: () => { closed = true },
  }
}
