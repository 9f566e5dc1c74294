import type { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { ConnectorId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import { jsonSchemaOf } from './json-schema-of.ts'
import type { Delegating } from './delegating.ts'
import type { Connector, QuestionView, RetryPolicy, Tool, ToolContext, Withheld } from './tool.ts'

export interface ToolDefinition<Schema extends z.ZodObject, Deps> {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly input: Schema
  /** Left out: destructive. */
  readonly class?: ToolClass
  readonly untrusted?: boolean
  readonly egress?: boolean
  /** Only for roles whose ceiling names it: no chat of a person, no whole connector brings it along. */
  readonly optIn?: boolean
  /** Milliseconds; 30 s when left out. */
  readonly timeout?: number
  /** Tries after the first, without a wait, or a policy; 0 when left out. */
  readonly retry?: number | RetryPolicy
  /** Seconds. Only reads can be cached. */
  readonly cacheTtl?: number
  /** Can only tighten the matrix. A predicate must be pure; one that throws counts as yes. */
  readonly requiresApproval?: true | ((args: z.infer<Schema>) => boolean)
  /** Milliseconds; an unanswered question waits for ever when left out. */
  readonly approvalTimeout?: number
  /** Required for egress tools: host names (with port where it isn't the default) a call would reach. */
  readonly destinations?: (args: z.infer<Schema>) => readonly string[]
  readonly view?: (args: z.infer<Schema>, deps: Deps) => QuestionView | Promise<QuestionView>
  readonly summarise?: (args: z.infer<Schema>) => string
  /** Whether all that a call writes stays inside this folder, the drafts of the role that runs it. Left out: never. */
  readonly staysInDrafts?: (args: z.infer<Schema>, drafts: string, deps: Deps) => boolean
  /** Other connectors that it reads as well, by their ids; a skill that it belongs to. Only of reads. */
  readonly needs?: { readonly connectors?: readonly string[]; readonly skill?: string }
  /** Such a call starts a run of its own, and its result is what came of that; `run` is never called. */
  readonly delegates?: (args: z.infer<Schema>) => Delegating
  readonly run: (context: ToolContext<Deps>, args: z.infer<Schema>) => Promise<unknown>
}

/** A defined tool before its connector gives it an identity and its dependencies. */
export interface DefinedTool<Deps> {
  readonly name: string
  readonly bind: (connectorId: ConnectorId, deps: Deps) => Tool
}

const NAME = /^[a-zA-Z0-9_-]+$/
const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Makes a tool of a built-in connector.
 * @throws AppError `tool.definition-invalid` for a combination that can't be meant
 */
export function defineTool<Schema extends z.ZodObject, Deps>(definition: ToolDefinition<Schema, Deps>): DefinedTool<Deps> {
  const toolClass = definition.class ?? 'destructive'
  refuseImpossible(definition, toolClass)
  const inputSchema = toInputSchema(definition)
  const parse = (args: JsonObject): z.infer<Schema> => definition.input.parse(args)
  return {
    name: definition.name,
    bind: (connectorId, deps): Tool => ({
      identity: { connectorId, tool: definition.name },
      title: definition.title ?? definition.name,
      description: definition.description,
      inputSchema,
      outputSchema: null,
      annotations: null,
      toolClass,
      provenance: definition.class === undefined ? 'unset' : 'built-in',
      untrusted: definition.untrusted ?? false,
      egress: definition.egress ?? false,
      alwaysAsks: definition.requiresApproval === true,
      optIn: definition.optIn ?? false,
      timeoutMs: definition.timeout ?? DEFAULT_TIMEOUT_MS,
      retry: typeof definition.retry === 'object' ? definition.retry : { times: definition.retry ?? 0, waitMs: 0 },
      cacheTtlMs: definition.cacheTtl === undefined ? null : definition.cacheTtl * 1000,
      approvalTimeoutMs: definition.approvalTimeout ?? null,
      check: (args) => {
        const parsed = definition.input.safeParse(args)
        if (parsed.success) return null
        const issue = parsed.error.issues[0]
        return { path: issue === undefined ? '' : pathOf(issue.path), problem: issue?.message ?? 'does not fit the schema' }
      },
      requiresApproval: (args) => typeof definition.requiresApproval === 'function' ? definition.requiresApproval(parse(args)) : definition.requiresApproval === true,
      destinations: (args) => definition.destinations?.(parse(args)) ?? [],
      view: async (args) => definition.view?.(parse(args), deps) ?? { kind: 'json' },
      summarise: (args) => definition.summarise?.(parse(args)) ?? (definition.title ?? definition.name),
      ...(definition.staysInDrafts === undefined ? {} : { staysInDrafts: (args: JsonObject, drafts: string) => definition.staysInDrafts?.(parse(args), drafts, deps) === true }),
      ...(definition.needs === undefined ? {} : { needs: { connectors: (definition.needs.connectors ?? []).map((id) => ConnectorId.parse(id)), skill: definition.needs.skill ?? null } }),
      ...(definition.delegates === undefined ? {} : { delegates: (args: JsonObject) => delegatingOf(definition, parse(args)) }),
      run: (args, context) => definition.run({ ...context, get cancelled() { return context.cancelled }, deps }, parse(args)),
    }),
  }
}

function delegatingOf<Schema extends z.ZodObject, Deps>({ name, delegates }: ToolDefinition<Schema, Deps>, args: z.infer<Schema>): Delegating {
  if (delegates === undefined) throw new AppError('internal.bug', `${name} starts no run.`)
  return delegates(args)
}

export interface ConnectorDefinition<Deps> {
  readonly id: string
  readonly label: string
  readonly deps: Deps
  readonly tools: readonly DefinedTool<Deps>[]
  readonly withheld?: readonly Withheld[]
  readonly problem?: () => string | null
  readonly startsOff?: boolean
}

/** @throws AppError `tool.definition-invalid` when two of its tools have one name */
export function defineConnector<Deps>(definition: ConnectorDefinition<Deps>): Connector {
  const id = ConnectorId.parse(definition.id)
  const names = definition.tools.map((tool) => tool.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new AppError('tool.definition-invalid', `${id} has two tools named ${twice}`)
  return {
    id, label: definition.label, builtIn: true, launch: { builtIn: id },
    startsOff: definition.startsOff ?? false,
    problem: definition.problem ?? (() => null),
    withheld: definition.withheld ?? [],
    tools: definition.tools.map((tool) => tool.bind(id, definition.deps)),
  }
}

function refuseImpossible<Schema extends z.ZodObject, Deps>(definition: ToolDefinition<Schema, Deps>, toolClass: ToolClass): void {
  const refuse = (why: string): never => { throw new AppError('tool.definition-invalid', `${definition.name}: ${why}`) }
  if (!NAME.test(definition.name)) refuse('a name is letters, digits, _ and -')
  if (definition.name.includes('__')) refuse('a name never contains __, which parts connector and tool')
  if (definition.description.trim() === '') refuse('a tool without a description can be neither chosen nor reviewed')
  if (definition.cacheTtl !== undefined && toolClass !== 'read') refuse('only a read can be answered from a cache')
  if (definition.cacheTtl !== undefined && !(definition.cacheTtl > 0 && Number.isFinite(definition.cacheTtl))) refuse('cacheTtl is a positive number of seconds')
  if (definition.timeout !== undefined && !isDuration(definition.timeout)) refuse('timeout is a positive number of milliseconds, at most 24 days')
  if (definition.approvalTimeout !== undefined && !(definition.approvalTimeout > 0 && Number.isFinite(definition.approvalTimeout))) refuse('approvalTimeout is a positive number of milliseconds')
  const times = typeof definition.retry === 'object' ? definition.retry.times : definition.retry ?? 0
  if (!Number.isInteger(times) || times < 0) refuse('retry is a whole number from 0')
  if (typeof definition.retry === 'object' && definition.retry.waitMs !== 0 && !isDuration(definition.retry.waitMs * 2 ** Math.max(0, times - 1))) refuse('retry waits a number of milliseconds from 0, at most 24 days')
  if (times > 0 && toolClass !== 'read') refuse('only a read can be tried again: another call may have taken effect')
  if (definition.needs !== undefined && toolClass !== 'read') refuse('only a read is granted with other connectors, or with a skill')
  if (definition.delegates !== undefined && toolClass !== 'write') refuse('a call that starts a run is a write')
  if (definition.egress === true && definition.destinations === undefined) refuse('an egress tool says where its calls go')
}

/** What a timer of the system can hold: a longer one would be none. */
const LONGEST_MS = 2 ** 31 - 1
const isDuration = (ms: number): boolean => ms > 0 && ms <= LONGEST_MS

/** @throws AppError `tool.definition-invalid` for a schema that no model could be told */
function toInputSchema({ name, input }: { readonly name: string; readonly input: z.ZodObject }): JsonObject {
  try {
    return jsonSchemaOf(input)
  } catch (cause) {
    throw new AppError('tool.definition-invalid', `${name}: its input can’t be written as a JSON Schema`, { cause })
  }
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`, '')
