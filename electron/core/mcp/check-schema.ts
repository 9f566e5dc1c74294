import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { mapReferences, modernise, resolveReference } from '../tools/schema-node.ts'
import type { ArgumentProblem } from '../tools/tool.ts'
import { isQuick } from './quick-schema.ts'
import { runWithin, type Outcome } from './run-within.ts'

/** `unchecked`: whether it fits isn't known. */
export interface SchemaMisfit extends ArgumentProblem { readonly unchecked?: true }

export interface SchemaCheck {
  /** Null: the value fits. Never throws, and never takes long. */
  readonly check: (value: JsonValue) => SchemaMisfit | null
  /** Why nothing can be checked against it; null when it can. Compiles it. */
  readonly problem: () => string | null
  /** Whether asking for the problem costs nothing any more. */
  readonly compiled: () => boolean
}

type Compiled = { readonly ok: true; readonly validate: ValidateFunction } | { readonly ok: false; readonly reason: string; /** Another try may do: it was late, or never had the processor long enough to tell. */ readonly retry?: 'late' | 'starved' }

/** A schema is a stranger's program: its patterns and its rules for lists can take for ever on the right value. */
const COMPILE_MS = 1000
const CHECK_MS = 250
/** A schema that was too slow so often isn't tried again: each try holds everything else up. */
const MAX_LATE = 3
/** Not the schema's fault, and not for long: it is never held against it. */
const TOO_BUSY = 'this computer is too busy at the moment'

/** Checks against the schema its maker wrote: draft 2020-12, or draft-07 where it says so. Compiled at the first use. */
export function createSchemaCheck(schema: JsonObject, what: 'input schema' | 'output schema'): SchemaCheck {
  let compiled: Compiled | null = null
  let late = 0
  let lateCompiles = 0
  // A time limit takes a thread for each check, which costs more than the check itself.
  const within = isQuick(schema) ? (work: () => boolean): Outcome<boolean> => ({ inTime: true, value: work() }) : (work: () => boolean) => runWithin(CHECK_MS, work)
  const compile = (): Compiled => {
    const outcome = compiled ?? compileWithin(schema, what)
    if (outcome.ok || outcome.retry === undefined || (outcome.retry === 'late' && (lateCompiles += 1) >= MAX_LATE)) compiled = outcome
    return outcome
  }
  return {
    compiled: () => compiled !== null,
    problem: () => { const outcome = compile(); return outcome.ok ? null : outcome.reason },
    check: (value) => {
      const outcome = compile()
      if (!outcome.ok) return { path: '', problem: outcome.reason, unchecked: true }
      const { validate } = outcome
      try {
        const ran = within(() => validate(value))
        if (!ran.inTime) {
          if (ran.starved) return { path: '', problem: `could not be checked: ${TOO_BUSY}`, unchecked: true }
          late += 1
          if (late >= MAX_LATE) compiled = { ok: false, reason: `its ${what} can’t be checked: that takes too long` }
          return { path: '', problem: `could not be checked within ${CHECK_MS} ms: a pattern or rule of its ${what} takes too long`, unchecked: true }
        }
        if (ran.value) return null
      } catch (error) {
        return { path: '', problem: `could not be checked: ${messageOf(error)}`, unchecked: true }
      }
      const first = validate.errors?.[0]
      return first === undefined ? { path: '', problem: 'does not fit the schema' } : describeError(first)
    },
  }
}

let isWarm = false

function compileWithin(schema: JsonObject, what: string): Compiled {
  try {
    // The first one in a process takes many times longer, whatever the schema: that isn't counted against it.
    if (!isWarm) createChecker(false).compile({ type: 'object' })
    isWarm = true
    const ran = runWithin(COMPILE_MS, () => compileAny(schema, what))
    if (ran.inTime) return ran.value
    return { ok: false, retry: ran.starved ? 'starved' : 'late', reason: `its ${what} can’t be checked: ${ran.starved ? TOO_BUSY : 'preparing that takes too long'}` }
  } catch (error) {
    return { ok: false, reason: `its ${what} can’t be checked: ${messageOf(error)}` }
  }
}

/** First as it was written; where that can't be compiled (old drafts, null keywords, references that lead nowhere) as the nearest that allows no less. */
function compileAny(schema: JsonObject, what: string): Compiled {
  const first = compile(schema)
  if (first.ok) return first
  const modern = modernise(schema)
  if (!isJsonObject(modern)) return first
  const second = compile(withoutDanglingReferences(modern))
  return second.ok ? second : { ok: false, reason: `its ${what} can’t be checked: ${first.reason}` }
}

function compile(schema: JsonObject): Compiled {
  const { $schema: dialect, $async: _async, $id: _id, ...rest } = schema
  try {
    return { ok: true, validate: createChecker(typeof dialect === 'string' && /draft-0?[67]\b/.test(dialect)).compile(rest) }
  } catch (error) {
    return { ok: false, reason: messageOf(error) }
  }
}

/** One for each schema: they'd see each other's `$id`s. */
function createChecker(isDraft7: boolean): Ajv {
  const options: Options = { strict: false, allErrors: false, logger: false, validateFormats: true, ownProperties: true }
  const checker = isDraft7 ? new Ajv(options) : new Ajv2020(options)
  addFormats.default(checker)
  return checker
}

function withoutDanglingReferences(root: JsonObject): JsonObject {
  const settled = mapReferences(root, (schema, reference) => {
    if (resolveReference(root, reference) !== undefined) return schema
    const { $ref: _lost, ...rest } = schema
    return rest
  })
  return isJsonObject(settled) ? settled : {}
}

function describeError({ instancePath, message, params, keyword }: ErrorObject): ArgumentProblem {
  const path = instancePath.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`), '')
  const extra: unknown = keyword === 'additionalProperties' ? params['additionalProperty'] : keyword === 'enum' ? params['allowedValues'] : undefined
  const problem = message ?? 'does not fit the schema'
  return { path, problem: extra === undefined ? problem : `${problem} (${JSON.stringify(extra).slice(0, 200)})` }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 300) : 'unknown')
