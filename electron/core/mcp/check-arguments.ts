import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { mapReferences, modernise, resolveReference } from '../tools/schema-node.ts'
import type { ArgumentProblem } from '../tools/tool.ts'

export interface ArgumentCheck {
  /** Null: the arguments fit. Never throws. */
  readonly check: (args: JsonObject) => ArgumentProblem | null
  /** Why no call of the tool can be checked, so that none is ever sent; null when they can be. */
  readonly problem: () => string | null
}

type Compiled = { readonly ok: true; readonly validate: ValidateFunction } | { readonly ok: false; readonly reason: string }

/** Checks calls against the schema its maker wrote: draft 2020-12, or draft-07 where it says so. Compiled at the first use. */
export function createArgumentCheck(inputSchema: JsonObject): ArgumentCheck {
  let compiled: Compiled | null = null
  const compile = (): Compiled => (compiled ??= compileAny(inputSchema))
  return {
    problem: () => { const outcome = compile(); return outcome.ok ? null : outcome.reason },
    check: (args) => {
      const outcome = compile()
      if (!outcome.ok) return { path: '', problem: outcome.reason }
      try {
        const fits: unknown = outcome.validate(args)
        if (fits === true) return null
      } catch (error) {
        return { path: '', problem: `could not be checked: ${messageOf(error)}` }
      }
      const first = outcome.validate.errors?.[0]
      return first === undefined ? { path: '', problem: 'does not fit the schema' } : describeError(first)
    },
  }
}

/** First as it was written; where that can't be compiled (old drafts, null keywords, references that lead nowhere) as the nearest that allows no less. */
function compileAny(inputSchema: JsonObject): Compiled {
  const first = compile(inputSchema)
  if (first.ok) return first
  const modern = modernise(inputSchema)
  if (!isJsonObject(modern)) return first
  const second = compile(withoutDanglingReferences(modern))
  return second.ok ? second : { ok: false, reason: `its input schema can’t be checked: ${first.reason}` }
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
