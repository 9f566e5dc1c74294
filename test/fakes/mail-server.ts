import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/*
 * A mailbox over stdio whose content and traces are files of the test's: `mail-server.ts <folder>`. `inbox.json` is what its list gives,
 * `calls.log` gets a line for each call, and once there is a file `changed` its tools are described in other words.
 */
const [folder = ''] = process.argv.slice(2)
const send = (message: object): void => { process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`) }
const Message = z.object({ id: z.union([z.number(), z.string()]).optional(), method: z.string().optional(), params: z.looseObject({}).optional() })
const Call = z.object({ name: z.string(), arguments: z.looseObject({}).optional() })

const READS = { readOnlyHint: true, openWorldHint: true }
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
const words = (): string => (existsSync(join(folder, 'changed')) ? ' In other words.' : '')
const tool = (name: string, annotations: object, properties: object = {}, required: readonly string[] = []): object => ({ name, description: `The tool ${name}.${words()}`, inputSchema: { type: 'object', properties, required }, annotations })
const text = { type: 'string' }
const list = (): readonly object[] => [
  tool('list_messages', READS, { unread: { type: 'boolean' } }), tool('get_message', READS, { id: text }, ['id']),
  tool('create_draft', WRITES, { text }, ['text']), tool('draft_answer', WRITES, { to: { ...text, format: 'email' }, text }, ['to', 'text']), tool('send_mail', WRITES, { to: text, text }), tool('tag_message', WRITES, { id: text }),
  tool('delete_message', { readOnlyHint: false, destructiveHint: true }, { id: text }),
]

function call(id: number | string, params: unknown): void {
  const { name, arguments: args = {} } = Call.parse(params)
  appendFileSync(join(folder, 'calls.log'), `${name} ${JSON.stringify(args)}\n`)
  if (existsSync(join(folder, 'changed'))) send({ method: 'notifications/tools/list_changed' })
  if (name !== 'list_messages') return send({ id, result: { content: [{ type: 'text', text: `${name} done` }] } })
  const inbox: unknown = JSON.parse(readFileSync(join(folder, 'inbox.json'), 'utf8'))
  send({ id, result: { content: [{ type: 'text', text: 'Here is your mail.' }], structuredContent: { mail: inbox } } })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = Message.parse(JSON.parse(line))
  if (id === undefined) return
  switch (method) {
    case 'initialize': return send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'mail', version: '1' } } })
    case 'tools/list': return send({ id, result: { tools: list() } })
    case 'tools/call': return call(id, params)
    case 'ping': return send({ id, result: {} })
    default: return send({ id, error: { code: -32601, message: 'Method not found' } })
  }
})
