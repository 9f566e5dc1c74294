import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { ToolOutput } from '../tools/tool-output.ts'
import type { QuestionView, Tool } from '../tools/tool.ts'
import type { ServerCall } from './call-tool.ts'
import { createSchemaCheck, type SchemaCheck } from './check-schema.ts'
import { canNameDestination, destinationsIn, namesDestination } from './destinations.ts'
import { hintedClass, hintedUntrusted, isMisleading } from './hinted-facts.ts'
import type { ListedTool } from './listed-tool.ts'
import { parameterHeaders } from './parameter-headers.ts'
import { readResult } from './results.ts'

/** A tool of a server, with what its sheet shows beside it. */
export interface McpTool extends Tool {
  /** Its words contradict its read hint: *Enable all read tools* leaves it out. */
  readonly misleading: boolean
  /** Why its calls can't be checked, so that none is ever sent; null when they can be. Compiles the schema. */
  readonly schemaProblem: () => string | null
  /** Why its results go unchecked although it lists a schema for them; null when they are checked, or it lists none. Compiles it. */
  readonly resultProblem: () => string | null
  /** Whether both were compiled already. */
  readonly compiled: () => boolean
}

export const isMcpTool = (tool: Tool): tool is McpTool => 'schemaProblem' in tool

export interface CallLimits {
  /** Milliseconds without an answer or progress. */
  readonly quietMs: number
  /** Milliseconds in all. */
  readonly totalMs: number
}

export interface ToolSource {
  readonly connectorId: ConnectorId
  readonly limits: CallLimits
  /** Takes the connector's own secrets out of what the server says. */
  readonly redact: (text: string) => string
  /** Sends a call if the server still lists the tool exactly like this. @throws AppError */
  readonly call: (call: ServerCall) => Promise<unknown>
}

/**
 * What a server lists as the core knows tools: classes and facts as the server hints them, for a person to accept or
 * change. A call that was sent and never answered fails as `tool.outcome-unknown` whatever the class is here: a person may have set another, and
 * only the core knows which counts.
 */
export function toTool(listed: ListedTool, source: ToolSource): McpTool {
  const { name, inputSchema, annotations } = listed
  const checks = createSchemaCheck(inputSchema, 'input schema')
  const results = listed.outputSchema === null ? null : createSchemaCheck(listed.outputSchema, 'output schema')
  const title = listed.title ?? name
  return {
    identity: { connectorId: source.connectorId, tool: name },
    title, description: listed.description, inputSchema, outputSchema: listed.outputSchema, annotations,
    ...hintedClass(annotations),
    untrusted: hintedUntrusted(annotations),
    egress: canNameDestination(inputSchema),
    misleading: isMisleading(listed),
    alwaysAsks: false,
    optIn: false,
    // A little more than our own limit, which knows what to say.
    timeoutMs: source.limits.totalMs + 1000,
    retry: { times: 0, waitMs: 0 },
    cacheTtlMs: null,
    approvalTimeoutMs: null,
    check: checks.check,
    schemaProblem: checks.problem,
    resultProblem: () => results?.problem() ?? null,
    compiled: () => checks.compiled() && (results?.compiled() ?? true),
    requiresApproval: () => false,
    destinations: (args) => destinationsIn(args, inputSchema),
    view: async (args) => viewOf(args),
    summarise: (args) => summariseCall(title, args),
    run: async (args, context) => {
      const raw = await source.call({
        tool: name, args, headers: parameterHeaders(inputSchema, args), idempotencyKey: context.idempotencyKey, signal: context.signal,
        quietMs: source.limits.quietMs, totalMs: source.limits.totalMs, onProgress: (text) => { context.emitStatus(source.redact(text)) },
      })
      const result = readResult(raw)
      const content = source.redact(result.content)
      if (result.isError) throw new AppError('tool.failed', content)
      const misfit = results === null ? null : findMisfit(results, raw)
      if (misfit !== null) throw new AppError('tool.failed', `The call ran, but its result does not fit the output schema of ${title}: ${source.redact(misfit)}. What was sent:\n${content}`)
      return result.images.length === 0 ? content : new ToolOutput(content, result.images)
    },
  }
}

/** The first thing wrong with a result; null when it fits, or can't be checked. */
function findMisfit(results: SchemaCheck, raw: unknown): string | null {
  if (results.problem() !== null) return null
  const structured = isJsonObject(raw) ? raw['structuredContent'] : undefined
  if (structured === undefined) return 'it has no structured content'
  const misfit = results.check(structured)
  // A check that ran out of its time says nothing about the result.
  if (misfit === null || misfit.unchecked === true) return null
  return `${misfit.path === '' ? '' : `${misfit.path.slice(0, LONGEST_PATH).toWellFormed()} `}${misfit.problem}`
}

const LONGEST_PATH = 200

/** Every argument, whole, those that say where something goes first. */
function viewOf(args: JsonObject): QuestionView {
  const facts = Object.entries(args).map(([name, value]) => ({ name, value: textOf(value), destination: namesDestination(name) || destinationsIn({ [name]: value }, { properties: { [name]: {} } }).length > 0 }))
  if (facts.length === 0) return { kind: 'json' }
  return { kind: 'facts', facts: [...facts.filter(({ destination }) => destination), ...facts.filter(({ destination }) => !destination)] }
}

const LONGEST_SUMMARY = 160

function summariseCall(title: string, args: JsonObject): string {
  const text = [title, Object.entries(args).map(([name, value]) => `${name}: ${textOf(value)}`).join(', ')].filter((part) => part !== '').join(' · ').replaceAll(/\s+/g, ' ')
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY).toWellFormed()}…`
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : canonicalJson(value))
