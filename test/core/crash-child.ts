import { appendFileSync } from 'node:fs'
import { createCore } from '../../electron/core/core.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { ChatId, TurnId } from '../../shared/ids.ts'
import { createProbe } from './probe-connector.ts'
import { createScriptModel, type ScriptedStep } from './script-model.ts'
import { switchSeldomOff } from './seldom-connectors.ts'

/*
 * A core in a process of its own, to be killed: `crash-child.ts <data directory> <witness file> <steps as JSON> [chat] [message]`.
 * The witness file outlives it and says what its tools really did. Prints `ready`, then each event of each turn.
 */
const [dataDirectory = '', witness = '', steps = '[]', chat = '', message = ''] = process.argv.slice(2)
const script: readonly ScriptedStep[] = JSON.parse(steps)
const probe = createProbe((entry) => { appendFileSync(witness, `${entry}\n`) })
const core = await createCore(
  { dataDirectory, shell: 'test', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined },
  { connectors: [probe.connector], models: new Map([['script', createScriptModel(script).model]]) },
)
const say = (line: string): void => { process.stdout.write(`${line}\n`) }
const { calls, watches } = core.handlers
const caller = { clientId: 'child' }
await calls['settings.update']({ model: 'script' }, caller)
await switchSeldomOff(core.handlers, caller)
/** A turn that is new doesn't wait for a server that is still starting. */
const whenServed = (): Promise<void> => new Promise((resolve) => {
  const states = new Map<string, string>()
  watches['connectors.watch']({}, (item) => {
    for (const row of item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []) states.set(row.connectorId, row.state)
    if (![...states.values()].includes('starting')) resolve()
  })
})
await whenServed()
/** `branch:<turn>:<step>` instead of words: goes on from a step of a run, as a branch of it. */
const BRANCHING = /^branch:(?<turn>[^:]+):(?<step>\d+)$/u
const watchTurn = (turnId: Parameters<typeof watches['turn.watch']>[0]['turnId']): void => {
  watches['turn.watch']({ turnId, after: 0 }, (item) => {
    if (item.kind === 'event') say(`${item.seated.event.kind} ${'effectId' in item.seated.event ? item.seated.event.effectId : turnId}`)
    if (item.kind === 'draft' || item.kind === 'delta') say(`text ${turnId}`)
  })
}
if (chat === '') {
  const { chatId } = await calls['chat.create']({}, caller)
  const { turnId } = await calls['turn.start']({ chatId, parentTurnId: null, message: [{ origin: 'typed', text: 'go', vouched: true }] }, caller)
  watchTurn(turnId)
  say(`ready ${chatId} ${turnId}`)
} else {
  const chatId = ChatId.parse(chat)
  const branching = BRANCHING.exec(message)?.groups
  if (branching !== undefined) {
    const { turnId } = await calls['run.branch']({ turnId: TurnId.parse(branching['turn']), fromStep: Number(branching['step']), changes: { system: 'Another one.' } }, caller)
    watchTurn(turnId)
    say(`ready ${chatId} ${turnId}`)
  } else if (message !== '') {
    let leaf: TurnId | null = null
    watches['chats.watch']({}, (item) => { if (item.kind === 'snapshot') leaf = item.rows.find((row) => row.chatId === chatId)?.leafTurnId ?? null })()
    const { turnId } = await calls['turn.start']({ chatId, parentTurnId: leaf, message: [{ origin: 'typed', text: message, vouched: true }] }, caller)
    watchTurn(turnId)
    say(`ready ${chatId} ${turnId}`)
  }
  watches['chat.watch']({ chatId }, (item) => { if (item.kind === 'snapshot') for (const row of item.rows) watchTurn(row.turnId) })
  say(`ready ${chatId} -`)
}
