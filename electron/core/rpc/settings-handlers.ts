import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { StatusRow } from '../../../shared/run-record.ts'
import type { Settings } from '../../../shared/settings.ts'
import { startOfDay } from '../store/activity.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

type SettingsCalls = Pick<CallHandlers, 'app.info' | 'settings.update'>

export interface SettingsHandlers { readonly calls: SettingsCalls; readonly watches: Pick<WatchHandlers, 'settings.watch' | 'status.watch'>; /** What is counted may have changed without an event. */ readonly refresh: () => void; readonly close: () => void }

export function createSettingsHandlers(parts: CoreParts, onChanged: () => void): SettingsHandlers {
  const { settings, host } = parts
  const rows: Rows<Settings> = createRows({ list: () => [settings.get()], idOf: () => 'settings', find: () => settings.get() })
  let forgetNext = (): void => undefined
  /** Days and hours move on without an event: then the row is sent anew. */
  const readStatus = (): StatusRow => {
    const row = statusOf(parts)
    forgetNext()
    forgetNext = host.clock.at(parts.budget.nextChange() + 1, () => { status.touch('status') })
    return row
  }
  const status: Rows<StatusRow> = createRows({ list: () => [readStatus()], idOf: () => 'status', find: readStatus })
  parts.onAppended((_state, seated) => {
    if (seated.some(({ event }) => STATUS_EVENTS.has(event.kind))) status.touch('status')
  })
  return {
    refresh: () => { status.touch('status') },
    close: () => {
      rows.end()
      status.end()
      forgetNext()
    },
    calls: {
      'app.info': () => Promise.resolve({ version: host.version, shell: host.shell, dataDirectory: host.dataDirectory, problem: null }),
      'settings.update': (change) => {
        if (typeof change.workspace === 'string') checkWorkspace(change.workspace)
        for (const hostName of change.privateHosts ?? []) checkPrivateHost(hostName)
        settings.update(withoutUndefined(change))
        if (change.caps !== undefined) parts.budget.recheck()
        rows.touch('settings')
        status.touch('status')
        onChanged()
        return Promise.resolve({})
      },
    },
    watches: { 'settings.watch': (_input, emit) => rows.watch(emit), 'status.watch': (_input, emit) => status.watch(emit) },
  }
}

const STATUS_EVENTS: ReadonlySet<string> = new Set(['turn.started', 'turn.ended', 'turn.paused', 'turn.unpaused', 'step.started', 'step.ended', 'gate.decided', 'approval.answered', 'outcome.asked', 'outcome.settled'])

export function statusOf({ settings, activity, chats, questions, host, budget }: CoreParts): StatusRow {
  const gauges = [...budget.gauges()]
  const tokens = gauges.find((gauge) => gauge.cap === 'tokens-per-day')
  return {
    model: settings.get().model, tokensToday: tokens?.used ?? 0, turnsToday: activity.turnsSince(startOfDay(host.clock.now())), turnsRunning: activity.turnsRunning() - chats.countUnreadable('running'),
    turnsPaused: activity.turnsPaused() - chats.countUnreadable('paused'), openQuestions: questions.count(), gauges,
  }
}

function withoutUndefined(change: Partial<Record<keyof Settings, unknown>>): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** @throws AppError `workspace.missing` with a sentence that says what is wrong with the path */
function checkWorkspace(path: string): void {
  const refuse = (message: string): never => { throw new AppError('workspace.missing', message, { kept: 'The workspace is as it was.', advice: 'Type the whole path of a folder that exists.' }) }
  if (!isAbsolute(path)) refuse('The workspace has to be a whole path, from the root of the disk.')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return refuse('There is no such folder.')
  if (!found.isDirectory()) refuse('That is a file, not a folder.')
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
  } catch {
    refuse('That folder can’t be read by you.')
  }
}

function checkPrivateHost(entry: string): void {
  const fits = URL.canParse(`http://${entry}/`) && new URL(`http://${entry}/`).host === entry.toLowerCase().replace(/:80$/, '')
  if (!fits) throw new AppError('input.invalid', `“${entry.slice(0, 80)}” is not a host name.`, { kept: 'The list is as it was.', advice: 'Write it as host or host:port, such as 127.0.0.1:8080.' })
}
