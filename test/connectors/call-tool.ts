import assert from 'node:assert/strict'
import type { Connector, Tool, ToolContext } from '../../electron/core/tools/tool.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { TaintSource } from '../../shared/taint.ts'

export const PAGE_TAINT: TaintSource = {
  kind: 'tool-result', turnId: 'turn_1', callId: 'call_1', connectorId: ConnectorId.parse('web'), tool: 'fetch_page', label: 'example.org/page', at: 1,
}

export interface CallResult { readonly value: unknown; readonly noted: readonly TaintSource[] }
export interface CallOptions { readonly taint?: readonly TaintSource[]; readonly signal?: AbortSignal; readonly role?: ToolContext['role'] }

/** Finds a connector's tool by name. */
export function toolOf(connector: Connector, name: string): Tool {
  const tool = connector.tools.find(({ identity }) => identity.tool === name)
  assert.ok(tool, `no tool ${name}`)
  return tool
}

/** Checks the arguments as a turn does, then runs the call. A throw carries what was noted before it in `noted`. */
export async function callTool(connector: Connector, name: string, args: JsonObject, options: CallOptions = {}): Promise<CallResult> {
  const tool = toolOf(connector, name)
  const problem = tool.check(args)
  assert.equal(problem, null, `arguments of ${name}: ${JSON.stringify(problem)}`)
  const { context, noted } = contextOf(options)
  return { value: await tool.run(args, context), noted }
}

/** The error of a call that must fail, with what it noted. */
export async function failTool(connector: Connector, name: string, args: JsonObject, options: CallOptions = {}): Promise<{ readonly error: Error & { code?: string; advice?: string | undefined; kept?: string | undefined }; readonly noted: readonly TaintSource[] }> {
  const tool = toolOf(connector, name)
  assert.equal(tool.check(args), null)
  const { context, noted } = contextOf(options)
  try {
    const value = await tool.run(args, context)
    assert.fail(`${name} did not fail but gave ${JSON.stringify(value)}`)
  } catch (error) {
    if (!(error instanceof Error) || error instanceof assert.AssertionError) throw error
    return { error, noted }
  }
}

function contextOf({ taint = [], signal = new AbortController().signal, role = { id: 'person-chat', drafts: null, delegatesTo: [], skills: null } }: CallOptions): { readonly context: ToolContext; readonly noted: TaintSource[] } {
  const noted: TaintSource[] = []
  return {
    noted,
    context: {
      turnId: 'turn_2', callId: 'call_2', idempotencyKey: 'key', signal, get cancelled() { return signal.aborted }, taint,
      noteTaint: (sources) => { noted.push(...sources) },
      call: () => Promise.reject(new Error('these tools call no others')),
    step: () => Promise.reject(new Error('these tools work in no steps')),
    http: () => Promise.reject(new Error('these tools fetch by themselves')),
    emitStatus: () => undefined,
      cache: { get: () => undefined, set: () => undefined },
      deps: undefined,
      role,
    },
  }
}

/** A member of a result that must be an object. */
export function memberOf(value: unknown, name: string): JsonValue | undefined {
  assert.ok(isJsonObject(value), `not an object: ${JSON.stringify(value)}`)
  return value[name]
}

export function listOf(value: unknown, name: string): readonly JsonObject[] {
  const list = memberOf(value, name)
  assert.ok(Array.isArray(list))
  return list.filter(isJsonObject)
}

export function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name)
  assert.equal(typeof text, 'string')
  return typeof text === 'string' ? text : ''
}
