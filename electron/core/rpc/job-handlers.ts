import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import type { CoworkerId } from '../../../shared/coworker.ts'
import { JobId } from '../../../shared/ids.ts'
import type { JobRow, JobText, SchedulesRow } from '../../../shared/job.ts'
import type { Role } from '../../../shared/role.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { survivesEdit } from '../connectors/recall/survives-edit.ts'
import type { Writing } from '../connectors/stored-taint.ts'
import { coworkerRoleId, jobRoleId } from '../roles/role-ids.ts'
import type { Job } from '../unattended/job.ts'
import { jobCoworkerRole, jobRole } from '../unattended/job-role.ts'
import { preflight } from '../unattended/preflight.ts'
import { coworkerProblem } from '../coworkers/coworkers.ts'
import type { CoreParts } from './core-parts.ts'
import { outcomeOfTool } from './explain-tools.ts'
import { toJobRow, toOccurrenceRow } from './job-rows.ts'
import { UNDO_MS } from '../undo-time.ts'
import { asSeen } from './person-edit.ts'
import { createRows, type Rows } from './rows.ts'

type JobCalls = Pick<CallHandlers, 'schedules.resume' | 'job.preflight' | 'job.create' | 'job.update' | 'job.switch' | 'job.run' | 'job.delete' | 'job.restore' | 'job.history'>

export interface JobHandlers {
  readonly calls: JobCalls
  readonly watches: Pick<WatchHandlers, 'jobs.watch' | 'schedules.watch'>
  /** Models, caps or chats are others now. */
  readonly refresh: () => void
  /** A coworker came, changed or went. */
  readonly touchCoworker: (id: CoworkerId) => void
  readonly close: () => void
}

const SHOWN_EVENTS: ReadonlySet<string> = new Set(['turn.started', 'turn.ended', 'turn.paused', 'turn.unpaused', 'gate.decided', 'approval.answered', 'step.ended'])

/** @param touchRole a job's role came, changed or went */
export function createJobHandlers(parts: CoreParts, touchRole: (roleId: string) => void): JobHandlers {
  const { jobs, host, catalog, models, settings, coworkers, roles } = parts
  const { store, edits } = jobs
  const row = (job: Job): JobRow => toJobRow(parts, job)
  const rows: Rows<JobRow> = createRows({ list: () => store.list().map(row), idOf: ({ jobId }) => jobId, find: (id) => { const job = store.find(JobId.parse(id)); return job === null ? null : row(job) } })
  const schedules: Rows<SchedulesRow> = createRows({ list: () => [jobs.schedules()], idOf: () => 'schedules', find: jobs.schedules })
  const refresh = (): void => { for (const { jobId } of store.list()) rows.touch(jobId) }
  store.onChanged(rows.touch)
  /** The role that each job makes, as a window knows it. */
  const made = new Map(store.list().map(({ jobId, coworker }) => [jobId, jobRoleId(jobId, coworker)] as const))
  const touchMade = (jobId: JobId): void => {
    const before = made.get(jobId)
    const job = store.find(jobId)
    if (job === null) made.delete(jobId)
    else made.set(jobId, jobRoleId(jobId, job.coworker))
    for (const roleId of new Set([before, made.get(jobId)])) if (roleId !== undefined) touchRole(roleId)
  }
  edits.onEdited(touchMade)
  parts.onAppended((state, seated) => {
    if (!seated.some(({ event }) => SHOWN_EVENTS.has(event.kind))) return
    const jobId = jobs.store.jobOfRun(state)
    if (jobId !== null) rows.touch(jobId)
  })

  /** What they write is the person's, unless a part of a stranger's text is still in it. */
  const byPerson = (taint: readonly TaintSource[] = []): Writing => ({ at: host.clock.now(), origin: null, taint })
  const taintLeft = (job: Job, text: JobText): readonly TaintSource[] => (survivesEdit(job.prompt, text.prompt) ? job.taint : [])

  /** The role its runs would have, and the job with what its coworker brings. */
  const asGiven = (text: JobText): { readonly role: Role; readonly given: JobText } => {
    const found = text.coworker === null ? null : roles.find(coworkerRoleId(text.coworker))
    const profile = text.coworker === null ? null : coworkers.find(text.coworker)?.profile ?? null
    if (text.coworker === null) return { role: jobRole('job:preflight', text), given: text }
    if (found === null || profile === null) return { role: jobRole('job:preflight', { ...text, model: null, tools: [], hosts: [] }), given: { ...text, tools: [], hosts: [] } }
    return { role: jobCoworkerRole('job:preflight', text, found), given: { ...text, tools: profile.tools, hosts: found.hosts } }
  }
  const notNow = ({ coworker }: JobText): string | null => coworker === null ? null : coworkerProblem(coworkers, coworker)

  return {
    refresh,
    touchCoworker: (id) => {
      for (const { jobId, coworker } of store.list()) {
        if (coworker !== id) continue
        rows.touch(jobId)
        touchMade(jobId)
      }
    },
    close: () => {
      rows.end()
      schedules.end()
    },
    calls: {
      'schedules.resume': async () => {
        jobs.resume()
        schedules.touch('schedules')
        refresh()
        return {}
      },
      'job.preflight': async ({ jobId, text }) => {
        const edited = jobId === null ? null : store.find(jobId)
        const taint = edited === null ? [] : taintLeft(edited, text)
        const { role, given } = asGiven(text.name.trim() === '' ? { ...text, name: 'this job' } : text)
        const model = role.model ?? settings.get().model
        const readOnlyModel = models.readsOnly(model, role) ? model : null
        return preflight(given, {
          catalog, role, readOnlyModel, taint, problems: edits.problems(text), notNow: notNow(text), guardIsOn: settings.get().exfiltrationGuard, now: host.clock.now(),
          outcomeOf: (entry) => outcomeOfTool(entry, role, readOnlyModel, true, { tainted: taint.length > 0, taint }),
        })
      },
      'job.create': async ({ text }) => ({ jobId: edits.create(text, true, byPerson()).jobId }),
      'job.update': async ({ jobId, seen, text }) => {
        const job = asSeen(store.get(jobId), seen, 'job')
        edits.update(jobId, text, byPerson(taintLeft(job, text)))
        return {}
      },
      'job.switch': async ({ jobId, on }) => {
        edits.switchOn(jobId, on)
        return {}
      },
      'job.run': async ({ jobId }) => ({ turnId: await jobs.runNow(store.get(jobId)) }),
      'job.delete': async ({ jobId }) => {
        const undoUntil = host.clock.now() + UNDO_MS
        edits.remove(jobId, undoUntil)
        return { undoUntil }
      },
      'job.restore': async ({ jobId }) => {
        edits.restore(jobId)
        return {}
      },
      'job.history': async ({ jobId, offset, limit }) => {
        const { rows: found, total } = store.history(jobId, offset, limit)
        return { rows: found.map(toOccurrenceRow), total }
      },
    },
    watches: { 'jobs.watch': (_input, emit) => rows.watch(emit), 'schedules.watch': (_input, emit) => schedules.watch(emit) },
  }
}
