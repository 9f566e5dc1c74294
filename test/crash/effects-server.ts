import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { CallPoint } from './kill-point.ts'

/*
 * A server over stdio whose effects are lines of a file that outlives everybody: `effects-server.ts <witness> <kill file>`.
 * Each is appended before the call is answered. Where the kill file says so, it ends the core that started it in the middle
 * of a call. It doesn't end by itself when its input does: somebody has to see to that.
 */
const [witness = '', killFile = ''] = process.argv.slice(2)
const note = (...words: readonly string[]): void => { appendFileSync(witness, `${words.join(' ')}\n`) }
const send = (message: object): void => { process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`) }

const Message = z.object({ id: z.union([z.number(), z.string()]).optional(), method: z.string().optional(), params: z.looseObject({}).optional() })
const Call = z.object({ name: z.string(), arguments: z.object({ name: z.string() }), _meta: z.looseObject({ 'gatehouse/idempotency-key': z.string() }) })

const tool = (name: string, annotations: object): object =>
  ({ name, description: `The tool ${name}.`, inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }, annotations })
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
const TOOLS = [
  tool('look', { readOnlyHint: true, openWorldHint: false }), tool('page', { readOnlyHint: true, openWorldHint: true }),
  tool('note', WRITES), tool('swing', WRITES), tool('wipe', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }),
]

/** Once a core is dead somebody else is its server's parent. */
function isCore(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('core-child.ts')
  } catch {
    return false
  }
}

/** Once: the file goes first. */
function takeKill(name: string): CallPoint['moment'] | null {
  try {
    const point = CallPoint.parse(JSON.parse(readFileSync(killFile, 'utf8')))
    if (point.tool !== name) return null
    rmSync(killFile)
    return point.moment
  } catch {
    return null
  }
}

function call(id: number | string, params: unknown): void {
  const { name, arguments: args, _meta } = Call.parse(params)
  const key = _meta['gatehouse/idempotency-key']
  const moment = takeKill(name)
  const kill = (): void => { if (isCore(process.ppid)) process.kill(process.ppid, 'SIGKILL') }
  note('got', name, args.name, key)
  if (moment === 'before-effect-never' || moment === 'before-effect-late') kill()
  if (moment === 'before-effect-never') return
  note('did', name, args.name, key)
  if (moment === 'after-effect') kill()
  send({ id, result: { content: [{ type: 'text', text: `${name} ${args.name} done` }] } })
}

function receive({ id, method, params }: z.infer<typeof Message>): void {
  if (id === undefined) return
  switch (method) {
    case 'initialize': return send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'effects', version: '1' } } })
    case 'tools/list': return send({ id, result: { tools: TOOLS } })
    case 'tools/call': return call(id, params)
    case 'ping': return send({ id, result: {} })
    default: return send({ id, error: { code: -32601, message: 'Method not found' } })
  }
}

note('up', String(process.pid))
setInterval(() => undefined, 60_000)
process.stdout.on('error', () => undefined)
createInterface({ input: process.stdin }).on('line', (line) => { receive(Message.parse(JSON.parse(line))) })
