import { CoworkerId } from '../../../shared/coworker.ts'
import { DEFAULT_TOKENS_PER_DAY, type JobRow, type JobSchedule, type JobText } from '../../../shared/job.ts'
import { HostName } from '../../../shared/settings.ts'

export type EveryUnit = 'minutes' | 'hours' | 'days'
const MINUTES: Readonly<Record<EveryUnit, number>> = { minutes: 1, hours: 60, days: 1440 }
const LONGEST_MINUTES = 525_600

/** A job while it is written: both ways of saying when are kept, so that looking at the other loses nothing. */
export interface JobDraft {
  readonly name: string
  readonly prompt: string
  /** Empty: the job itself. What it would have then is kept meanwhile. */
  readonly coworker: string
  /** Empty: the model of new chats. */
  readonly model: string
  readonly kind: JobSchedule['kind']
  readonly cron: string
  readonly zone: string
  readonly every: string
  readonly unit: EveryUnit
  readonly tools: JobText['tools']
  readonly hosts: string
  readonly tokens: string
  readonly catchUp: JobText['catchUp']
}

export function toDraft(job: JobRow | null, zone: string): JobDraft {
  if (job === null) return { name: '', prompt: '', coworker: '', model: '', kind: 'cron', cron: '30 7 * * MON-FRI', zone, every: '6', unit: 'hours', tools: [], hosts: '', tokens: DEFAULT_TOKENS_PER_DAY.toLocaleString('en'), catchUp: 'run' }
  const { schedule } = job
  const cron = schedule.kind === 'cron' ? schedule : { expression: '30 7 * * MON-FRI', zone }
  const unit = unitOf(schedule.kind === 'every' ? schedule.minutes : 360)
  return {
    name: job.name, prompt: job.prompt, coworker: job.coworker ?? '', model: job.model ?? '', kind: schedule.kind, cron: cron.expression, zone: cron.zone,
    every: String((schedule.kind === 'every' ? schedule.minutes : 360) / MINUTES[unit]), unit, tools: job.tools, hosts: job.hosts.join('\n'), tokens: job.tokensPerDay.toLocaleString('en'), catchUp: job.catchUp,
  }
}

const unitOf = (minutes: number): EveryUnit => (minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes')

export type DraftProblem = { readonly field: 'every' } | { readonly field: 'tokens' } | { readonly field: 'hosts'; readonly text: string }

/** The job as it would be sent; or what can't be read as what it should be. What else is wrong is the core's to say. */
export function readDraft(draft: JobDraft): { readonly text: JobText; readonly problem: null } | { readonly text: null; readonly problem: DraftProblem } {
  const every = Number(draft.every.trim()) * MINUTES[draft.unit]
  if (draft.kind === 'every' && !(Number.isInteger(every) && every >= 1 && every <= LONGEST_MINUTES)) return { text: null, problem: { field: 'every' } }
  const tokensPerDay = Number(draft.tokens.replace(/[,\s]/gu, ''))
  if (!(Number.isInteger(tokensPerDay) && tokensPerDay >= 1 && tokensPerDay <= 1_000_000_000)) return { text: null, problem: { field: 'tokens' } }
  const hosts = draft.hosts.split(/[\s,]+/u).filter((host) => host !== '')
  const unfit = hosts.find((host) => !HostName.safeParse(host).success)
  if (unfit !== undefined) return { text: null, problem: { field: 'hosts', text: unfit } }
  return {
    problem: null,
    text: {
      name: draft.name, prompt: draft.prompt, coworker: draft.coworker === '' ? null : CoworkerId.parse(draft.coworker), model: draft.model === '' ? null : draft.model, tools: draft.tools, tokensPerDay, catchUp: draft.catchUp, hosts: hosts.map((host) => HostName.parse(host)),
      schedule: draft.kind === 'cron' ? { kind: 'cron', expression: draft.cron, zone: draft.zone.trim() } : { kind: 'every', minutes: every },
    },
  }
}
