import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { createCore, serveClient } from '../../electron/core/core.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { createCoreClient } from '../../shared/core-client.ts'
import { callSchemas, isCallOperation } from '../../shared/operations.ts'
import { linkTransports } from '../../shared/memory-transport.ts'
import type { ChatId } from '../../shared/ids.ts'
import { toWireError } from '../../shared/errors.ts'

/*
 * A window and a core in a process of their own: `key-session.ts <plan as JSON>`. Prints every frame that is sent to the
 * window, one a line, and at last what each step came to. `say` waits for the turn's end.
 */
const Plan = z.object({
  dataDirectory: z.string(), keyringPassword: z.string().nullable(),
  steps: z.array(z.union([z.object({ say: z.string() }), z.object({ call: z.string(), input: z.unknown() })])),
})
const plan = Plan.parse(JSON.parse(process.argv[2] ?? ''))
if (plan.keyringPassword !== null) execFileSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], { input: plan.keyringPassword, stdio: ['pipe', 'ignore', 'ignore'] })

const core = await createCore({ dataDirectory: plan.dataDirectory, shell: 'test', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: (notice) => { process.stdout.write(`${JSON.stringify(notice)}\n`) } })
const client = createCoreClient(({ opened }) => {
  const pair = linkTransports()
  serveClient(pair.core, core.handlers, { clientId: 'window' })
  pair.client.onFrame((frame) => { process.stdout.write(`${JSON.stringify(frame)}\n`) })
  opened(pair.client)
  return pair.client.close
})
for (const operation of ['models.watch', 'secrets.watch', 'vault.watch', 'settings.watch', 'chats.watch', 'status.watch'] as const) client.watch(operation, {}, () => undefined)

let chatId: ChatId | null = null
let leaf: string | null = null

async function sayAndWait(text: string): Promise<string> {
  chatId ??= (await client.call('chat.create', {})).chatId
  const parentTurnId = leaf === null ? null : callSchemas['turn.stop'].input.parse({ turnId: leaf }).turnId
  const { turnId } = await client.call('turn.start', { chatId, parentTurnId, message: [{ origin: 'typed', text, vouched: true }] })
  leaf = turnId
  return new Promise((resolve) => {
    const end = client.watch('turn.watch', { turnId, after: 0 }, (item) => {
      if (item.kind !== 'event' || item.seated.event.kind !== 'turn.ended') return
      resolve(`${item.seated.event.outcome} ${item.seated.event.body?.message ?? ''}`.trim())
      queueMicrotask(() => { end() })
    })
  })
}

const outcomes: unknown[] = []
for (const step of plan.steps) {
  try {
    if ('say' in step) outcomes.push(await sayAndWait(step.say))
    else if (isCallOperation(step.call)) outcomes.push(await client.call(step.call, callSchemas[step.call].input.parse(step.input)))
    else throw new Error(`no operation ${step.call}`)
  } catch (error) {
    outcomes.push(toWireError(error))
  }
}
client.close()
await core.close()
process.stdout.write(`${JSON.stringify({ outcomes })}\n`)
