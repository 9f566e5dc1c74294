import { AppError } from '../../../shared/errors.ts'
import type { CoworkerId } from '../../../shared/coworker.ts'
import type { ChatId, JobId, TurnId } from '../../../shared/ids.ts'
import { messageAuthor } from '../../../shared/message-author.ts'
import type { Role } from '../../../shared/role.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Chats } from '../store/chats.ts'
import type { Turns } from '../turn/turns.ts'
import { jobOfRole } from '../roles/role-ids.ts'
import type { Job } from './job.ts'
import type { JobStore, Occurrence } from './job-store.ts'
import { ownChat } from './own-chat.ts'

export interface JobRuns {
  /**
   * Starts a run; what became of the time is stored with the run's start or not at all. Rejects as `refusalOf` says.
   * @param occurrences with the run in them @param dueAt the job's next time
   */
  readonly start: (job: Job, occurrences: (turnId: TurnId) => readonly Occurrence[], dueAt: number | null) => Promise<TurnId>
  /** What keeps its coworker from doing it now; null: nothing, or it has none. */
  readonly refusalOf: (job: Job) => AppError | null
  /** A run is at work, or waits for room under a cap. One that waits for an answer isn't in the way. */
  readonly isBusy: (job: Job) => boolean
  /** Closes what hasn't ended. */
  readonly stopAll: (jobId: JobId) => Promise<void>
  /** For the core's listener: one run of a job may wait, so a newer question ends the older (D5). */
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
}

export interface JobRunsPorts {
  readonly store: JobStore
  readonly chats: Pick<Chats, 'create' | 'find' | 'change' | 'turn'>
  readonly turns: Pick<Turns, 'start' | 'stop'>
  readonly newChatId: () => ChatId
  readonly now: () => number
  /** Null: who should do it is gone. */
  readonly roleOf: (job: Job) => Role | null
  /** Asked before a run is started. @throws AppError `coworker.refused`, `input.not-found` with what keeps its coworker from it */
  readonly checkCoworker: (coworker: CoworkerId) => void
  readonly defaultModel: () => string
  /** A chat came to be. */
  readonly onChat: (chatId: ChatId) => void
}

export function createJobRuns({ store, chats, turns, newChatId, now, roleOf, checkCoworker, defaultModel, onChat }: JobRunsPorts): JobRuns {
  /** Runs begin anew each time: what one read is nothing to the next. They are siblings in one chat. */
  const chatOf = (job: Job): ChatId => ownChat({ chats, newChatId, now, onChat }, job.chatId, job.name, (chatId) => { store.setChat(job.jobId, chatId) })
  const openRuns = (job: Pick<Job, 'jobId'>) => store.openRuns(job.jobId).filter(({ turnId, status }) => chats.turn(turnId)?.status === status)

  const refusalOf = ({ coworker }: Job): AppError | null => {
    try {
      if (coworker !== null) checkCoworker(coworker)
      return null
    } catch (error) {
      if (error instanceof AppError && (error.code === 'coworker.refused' || error.code === 'input.not-found')) return error
      throw error
    }
  }

  return {
    refusalOf,
    start: async (job, occurrences, dueAt) => {
      const refusal = refusalOf(job)
      if (refusal !== null) throw refusal
      const role = roleOf(job)
      if (role === null) throw new AppError('internal.bug', `The job ${job.jobId} has no role.`)
      const chatId = chatOf(job)
      return turns.start({
        chatId, parentTurnId: null, role, model: role.model ?? defaultModel(), taint: job.taint,
        message: [{ origin: 'job', text: job.prompt, vouched: true, by: messageAuthor('job', job.name) }],
        check: () => undefined,
        stored: (turnId) => { store.decide(job.jobId, occurrences(turnId), dueAt) },
      })
    },
    isBusy: (job) => openRuns(job).some(({ status }) => status !== 'parked'),
    stopAll: async (jobId) => { await Promise.all(store.openRuns(jobId).map(({ turnId }) => stopReadable(turns, turnId, 'stopped'))) },
    appended: (state, seated) => {
      const jobId = state.started === null ? null : jobOfRole(state.started.role)
      if (jobId === null || !seated.some(({ event }) => event.kind === 'gate.decided' && event.verdict === 'ask')) return
      const older = openRuns({ jobId }).filter(({ turnId, status }) => status === 'parked' && turnId !== state.turnId)
      // Not at once: this turn's own work comes first.
      if (older.length > 0) setImmediate(() => { for (const { turnId } of older) void stopReadable(turns, turnId, 'newer-run') })
    },
  }
}

/** What can't be read doesn't run either. */
async function stopReadable(turns: Pick<Turns, 'stop'>, turnId: TurnId, why: 'stopped' | 'newer-run'): Promise<void> {
  try {
    await turns.stop(turnId, why)
  } catch (error) {
    if (!(error instanceof AppError && (error.code.startsWith('store.') || error.code === 'turn.ended'))) throw error
  }
}
