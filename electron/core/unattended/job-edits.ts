import type { CoworkerId } from '../../../shared/coworker.ts'
import { AppError } from '../../../shared/errors.ts'
import type { JobId } from '../../../shared/ids.ts'
import { LEAST_JOB_TOKENS, LONGEST_JOB_NAME, LONGEST_JOB_PROMPT, type JobText } from '../../../shared/job.ts'
import type { Writing } from '../connectors/stored-taint.ts'
import type { Job } from './job.ts'
import type { JobStore, JobTimes } from './job-store.ts'
import { checkSchedule, timesOf } from './job-times.ts'
import { firstUndecided } from './plan-job.ts'

/** A coworker brings what it works with. */
const NOTHING_OF_ITS_OWN: Pick<JobText, 'model' | 'tools' | 'hosts'> = { model: null, tools: [], hosts: [] }

export interface JobProblem { readonly field: keyof JobText; readonly sentence: string }

/** What the person, and a model with their tools, can do to jobs. */
export interface JobEdits {
  /** Why it can't be saved like this; empty when it can. */
  readonly problems: (text: JobText) => readonly JobProblem[]
  /** @throws AppError `input.invalid` */
  readonly create: (text: JobText, on: boolean, writing: Writing) => Job
  /** @throws AppError `input.invalid`, `input.not-found` */
  readonly update: (jobId: JobId, text: JobText, writing: Writing) => Job
  /** What passed while it was off isn't made up for. @throws AppError `input.not-found` */
  readonly switchOn: (jobId: JobId, on: boolean) => void
  /** Gone until `undoUntil`, then for good. @throws AppError `input.not-found` */
  readonly remove: (jobId: JobId, undoUntil: number) => Job
  readonly restore: (jobId: JobId) => void
  /** After each of these. */
  readonly onEdited: (listener: (jobId: JobId) => void) => void
}

export interface JobEditsPorts { readonly store: JobStore; readonly now: () => number; readonly newJobId: () => JobId; /** Whether there is such a model. */ readonly hasModel: (name: string) => boolean; readonly hasCoworker: (coworker: CoworkerId) => boolean }

export function createJobEdits({ store, now, newJobId, hasModel, hasCoworker }: JobEditsPorts): JobEdits {
  const listeners: ((jobId: JobId) => void)[] = []
  const told = <T>(jobId: JobId, result: T): T => {
    for (const listener of listeners) listener(jobId)
    return result
  }
  const problems = (text: JobText): readonly JobProblem[] => problemsOf(text, now(), { hasModel, hasCoworker })
  const fit = (text: JobText): JobText => {
    const [first] = problems(text)
    if (first !== undefined) throw new AppError('input.invalid', first.sentence, { kept: 'Nothing was changed.' })
    const itself = text.coworker === null ? { model: text.model, tools: text.tools, hosts: [...new Set(text.hosts)] } : NOTHING_OF_ITS_OWN
    return { ...text, ...itself, name: text.name.trim() }
  }
  const timesFrom = (jobId: JobId, { schedule }: Pick<JobText, 'schedule'>, on: boolean, anchor: number): JobTimes =>
    ({ on, anchor, dueAt: on ? firstUndecided(store, jobId, timesOf(schedule, anchor), now()) : null })

  return {
    problems,
    create: (text, on, writing) => {
      const jobId = newJobId()
      const fitting = fit(text)
      return told(jobId, store.add(jobId, fitting, timesFrom(jobId, fitting, on, now()), writing))
    },
    update: (jobId, text, writing) => {
      const job = store.get(jobId)
      const fitting = fit(text)
      const isSame = JSON.stringify(fitting.schedule) === JSON.stringify(job.schedule)
      const times = isSame ? job : timesFrom(jobId, fitting, job.on, now())
      return told(jobId, store.update(jobId, fitting, times, writing))
    },
    switchOn: (jobId, on) => {
      const job = store.get(jobId)
      if (on !== job.on) told(jobId, store.setTimes(jobId, timesFrom(jobId, job, on, job.schedule.kind === 'every' ? now() : job.anchor)))
    },
    remove: (jobId, undoUntil) => {
      const job = store.get(jobId)
      store.setDeleted(jobId, undoUntil)
      return told(jobId, job)
    },
    restore: (jobId) => {
      store.setDeleted(jobId, null)
      const job = store.get(jobId)
      told(jobId, store.setTimes(jobId, timesFrom(jobId, job, job.on, job.anchor)))
    },
    onEdited: (listener) => { listeners.push(listener) },
  }
}

function problemsOf(text: JobText, now: number, { hasModel, hasCoworker }: Pick<JobEditsPorts, 'hasModel' | 'hasCoworker'>): readonly JobProblem[] {
  const found: JobProblem[] = []
  const refuse = (field: keyof JobText, sentence: string): void => { found.push({ field, sentence }) }
  if (!/\S/u.test(text.name)) refuse('name', 'A job needs a name.')
  if (text.name.trim().length > LONGEST_JOB_NAME) refuse('name', `A name has at most ${LONGEST_JOB_NAME} characters.`)
  if (!/[^\s\p{Cc}]/u.test(text.prompt)) refuse('prompt', 'A job needs to say what is to be done.')
  if (text.prompt.length > LONGEST_JOB_PROMPT) refuse('prompt', `What is to be done has at most ${LONGEST_JOB_PROMPT.toLocaleString('en')} characters; this has ${text.prompt.length.toLocaleString('en')}.`)
  if (text.coworker !== null && !hasCoworker(text.coworker)) refuse('coworker', 'There is no such coworker any more.')
  if (text.coworker === null && text.model !== null && !hasModel(text.model)) refuse('model', `There is no model “${text.model.slice(0, 80)}”.`)
  if (text.tokensPerDay < LEAST_JOB_TOKENS) refuse('tokensPerDay', `Below ${LEAST_JOB_TOKENS.toLocaleString('en')} tokens a day not even a short run fits.`)
  try {
    checkSchedule(text.schedule, now)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refuse('schedule', error.message)
  }
  return found
}
