import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { RunsRow } from '../../../shared/run-log.ts'
import { leaveOutSecrets } from '../runs/export-audit.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

type RunCalls = Pick<CallHandlers, 'runs.list' | 'runs.choices' | 'run.show' | 'audit.list' | 'audit.export' | 'audit.check' | 'audit.cancel-check'>

export interface RunHandlers { readonly calls: RunCalls; readonly watches: Pick<WatchHandlers, 'runs.watch'>; /** A chat was renamed, deleted or restored. */ readonly refresh: () => void; readonly close: () => void }

/** Looking at what happened; none of it changes anything. */
export function createRunHandlers({ runs, host, onAppended, reading, redact }: Pick<CoreParts, 'runs' | 'host' | 'onAppended' | 'reading' | 'redact'>): RunHandlers {
  let revision = 0
  const read = (): RunsRow => {
    const head = runs.head()
    return { revision, runs: runs.list.count(), records: head?.position ?? 0, chain: head?.chain ?? '', check: runs.checkState() }
  }
  const rows: Rows<RunsRow> = createRows({ list: () => [read()], idOf: () => 'runs', find: read })
  const refresh = (): void => {
    revision += 1
    rows.touch('runs')
  }
  onAppended(refresh)
  /** What comes later than this is told by its revision. */
  const withRevision = async <T>(read: Promise<T>): Promise<T & { readonly revision: number }> => {
    const since = revision
    return { ...await read, revision: since }
  }
  const touch = (): void => { rows.touch('runs') }
  return {
    refresh,
    close: () => {
      runs.cancelCheck()
      rows.end()
    },
    calls: {
      'runs.list': (page, { signal }) => withRevision(reading.ask('runs.page', page, signal)),
      'runs.choices': (_input, { signal }) => reading.ask('runs.choices', {}, signal),
      'run.show': async ({ turnId }) => {
        const run = runs.list.find(turnId)
        if (run === null) throw new AppError('input.not-found', 'There is no such run.', { advice: 'Choose another one from the list.' })
        return { run, ...runs.read(turnId) }
      },
      'audit.list': (page, { signal }) => withRevision(reading.ask('audit.page', page, signal)),
      'audit.export': async ({ filter, after, until }, { signal }) => {
        const piece = await reading.ask('audit.piece', { filter, after, until, now: host.clock.now() }, signal)
        return { ...piece, lines: `${piece.lines.map((line) => leaveOutSecrets(line, redact)).join('\n')}\n` }
      },
      'audit.check': async () => {
        runs.check(host.clock.now, touch)
        return {}
      },
      'audit.cancel-check': async () => {
        runs.cancelCheck()
        touch()
        return {}
      },
    },
    watches: { 'runs.watch': (_input, emit) => rows.watch(emit) },
  }
}
