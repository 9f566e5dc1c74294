import { createCore } from '../../electron/core/core.ts'
import { SHELL_ID } from '../../electron/core/connectors/shell/run-command-tool.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { createScriptModel } from '../core/script-model.ts'

/* A core in a process of its own that runs one command, to be killed meanwhile: `command-child.ts <data directory> <workspace> <command as JSON>`. */

const [dataDirectory = '', workspace = '', command = '[]'] = process.argv.slice(2)
const { model } = createScriptModel([{ calls: [{ tool: 'shell__run_command', args: { command: JSON.parse(command) } }] }])
const { handlers: { calls, watches } } = await createCore(
  { dataDirectory, shell: 'test', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined },
  { models: new Map([['script', model]]) },
)
const caller = { clientId: 'child' }
await calls['settings.update']({ model: 'script', workspace }, caller)
await calls['connector.switch']({ connectorId: SHELL_ID, on: true }, caller)
watches['questions.watch']({}, (item) => {
  for (const { turnId, callId, question, digest } of item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []) void calls['turn.answer']({ turnId, callId, question, digest, answer: { kind: 'approve' } }, caller)
})
const { chatId } = await calls['chat.create']({}, caller)
await calls['turn.start']({ chatId, parentTurnId: null, message: [{ origin: 'typed', text: 'run a command', vouched: true }] }, caller)
