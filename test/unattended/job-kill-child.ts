import { createCore } from '../../electron/core/core.ts'
import type { Clock } from '../../electron/core/host.ts'
import { createNewId } from '../../electron/new-id.ts'

/*
 * A core to be killed: `job-kill-child.ts <data directory> <start> <moment>`. Its wall stands at `start` and goes on from there. `before` ends it, as kill -9
 * does, when the time of a job has come and nothing of that is stored; `after` once the start of its run is.
 */
const [dataDirectory = '', start = '0', moment = 'never'] = process.argv.slice(2)
const HOUR = 3_600_000
const began = Date.now()
const now = (): number => Number(start) + (Date.now() - began)
const die = (): never => { process.kill(process.pid, 'SIGKILL'); throw new Error('it was killed') }
const clock: Clock = {
  now,
  at: (at, then) => {
    const timer = setTimeout(() => {
      if (moment === 'before' && at % HOUR === 0) die()
      then()
    }, Math.max(0, at - now()))
    return () => { clearTimeout(timer) }
  },
}
const core = await createCore({ dataDirectory, shell: 'kill', version: '0.0.0', clock, newId: createNewId(now), notify: () => undefined })
core.handlers.watches['chats.watch']({}, (item) => { if (moment === 'after' && item.kind === 'changed' && item.row.leafTurnId !== null) die() })
let isDone = false
core.handlers.watches['jobs.watch']({}, (item) => {
  const row = item.kind === 'snapshot' ? item.rows[0] : item.kind === 'changed' ? item.row : undefined
  if (row === undefined || row.lastRun === null) return
  if (moment !== 'never' || isDone || row.state.state !== 'scheduled') return
  isDone = true
  setImmediate(() => { void core.close() })
})
