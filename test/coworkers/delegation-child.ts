import { createCore } from '../../electron/core/core.ts'
import type { ModelPort } from '../../electron/core/model/model.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { createTaskModel } from '../core/task-model.ts'
import { switchSeldomOff } from '../core/seldom-connectors.ts'
import { hand, READER } from './team-core.ts'

/*
 * A core in a process of its own that kills itself: `delegation-child.ts <data directory> <moment>`. A run hands work to another one;
 * prints the id of the first before it goes.
 */
const [dataDirectory = '', moment = ''] = process.argv.slice(2)
const die = (): void => { process.kill(process.pid, 'SIGKILL') }
const tasks = createTaskModel({ go: [hand('count roses'), { text: 'Done.' }], 'count roses': [{ text: 'Seven.', hold: moment === 'run-stopped' }] })
const model: ModelPort = {
  stream: (request, signal) => {
    if (moment === 'run-at-work' && JSON.stringify(request.messages[0]).includes('count roses')) die()
    return tasks.model.stream(request, signal)
  },
}
const { handlers: { calls, watches } } = await createCore(
  { dataDirectory, shell: 'test', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined },
  { models: new Map([['practice', model]]) },
)
const caller = { clientId: 'child' }
await calls['settings.update']({ practiceRate: 0 }, caller)
await switchSeldomOff({ calls, watches }, caller)
await calls['connector.switch']({ connectorId: ConnectorId.parse('team'), on: true }, caller)
await calls['coworker.save']({ id: null, profile: READER }, caller)
watches['chats.watch']({}, (item) => {
  if (moment === 'run-ended' && item.kind === 'changed' && item.row.title.startsWith('Reader') && item.row.status === 'completed') die()
})
const { chatId } = await calls['chat.create']({}, caller)
const { turnId } = await calls['turn.start']({ chatId, parentTurnId: null, message: [{ origin: 'typed', text: 'go', vouched: true }] }, caller)
process.stdout.write(`${turnId}\n`)
watches['turn.watch']({ turnId, after: 0 }, (item) => {
  if (item.kind !== 'event') return
  if (moment === 'run-not-begun' && item.seated.event.kind === 'tool.started') die()
  if (moment === 'run-stopped' && item.seated.event.kind === 'turn.ended') die()
})
if (moment === 'run-stopped') {
  await tasks.heard('count roses')
  await calls['turn.stop']({ turnId }, caller)
}
