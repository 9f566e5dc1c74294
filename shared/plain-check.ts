import { z } from 'zod'

type Check = (value: unknown) => boolean
type Schema = z.core.$ZodType

/**
 * Tells whether a value is exactly what its schema would give back for it: nothing to refuse, to change or to leave out. No is
 * no answer: the schema has the last word on everything odd. It is made of the schema, so the two can't say different things;
 * a kind of schema that isn't known here is never plain. Reading by a schema builds every value anew, and takes many times as long for the first hundreds.
 */
export function plainCheck<S extends z.ZodType>(schema: S): (value: unknown) => value is z.output<S> {
  const check = checkOf(schema)
  return (value): value is z.output<S> => check(value)
}

const never: Check = () => false
const made = new WeakMap<Schema, Check>()

function checkOf(schema: Schema): Check {
  const check = made.get(schema) ?? makeCheck(schema)
  made.set(schema, check)
  return check
}

function makeCheck(schema: Schema): Check {
  if (schema instanceof z.ZodString) return stringCheck(schema)
  if (schema instanceof z.ZodNumberFormat) return integerCheck(schema)
  if ((schema._zod.def.checks ?? []).length > 0) return never
  if (schema instanceof z.ZodObject) return objectCheck(schema)
  if (schema instanceof z.ZodDiscriminatedUnion) return kindCheck(schema)
  if (schema instanceof z.ZodUnion) return unionCheck(schema.options)
  if (schema instanceof z.ZodNullable) return orElse(null, checkOf(schema.unwrap()))
  if (schema instanceof z.ZodExactOptional) return never
  if (schema instanceof z.ZodOptional) return orElse(undefined, checkOf(schema.unwrap()))
  if (schema instanceof z.ZodArray) return arrayCheck(checkOf(schema.element))
  if (schema instanceof z.ZodEnum) return oneOf(schema.options)
  if (schema instanceof z.ZodLiteral) return oneOf(schema.values)
  if (schema instanceof z.ZodBoolean) return schema.def.coerce === true ? never : (value) => typeof value === 'boolean'
  if (schema instanceof z.ZodTemplateLiteral) return patternCheck(schema._zod.pattern)
  if (schema instanceof z.ZodCustom) return customCheck(schema)
  return never
}

const orElse = (other: null | undefined, check: Check): Check => (value) => value === other || check(value)
const patternCheck = (pattern: RegExp): Check => pattern.global || pattern.sticky ? never : (value) => typeof value === 'string' && pattern.test(value)
const customCheck = ({ def: { fn } }: z.ZodCustom): Check => (value) => fn(value) === true
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function oneOf(values: Iterable<unknown>): Check {
  const all = new Set(values)
  return (value) => all.has(value)
}

function objectCheck({ shape }: z.ZodObject): Check {
  const named: readonly (readonly [string, Schema])[] = Object.entries(shape)
  const parts = new Map(named.map(([key, part]) => [key, { check: checkOf(part), isNeeded: !(part instanceof z.ZodOptional) }]))
  const needed = [...parts.values()].filter(({ isNeeded }) => isNeeded).length
  return (value) => {
    if (!isObject(value)) return false
    let found = 0
    for (const key in value) {
      const part = parts.get(key)
      if (part?.check(value[key]) !== true) return false
      if (part.isNeeded) found += 1
    }
    return found === needed
  }
}

function kindCheck({ options, def: { discriminator } }: z.ZodDiscriminatedUnion): Check {
  const checks = new Map<unknown, Check>()
  for (const option of options) {
    if (!(option instanceof z.ZodObject)) continue
    const kind: unknown = option.shape[discriminator]
    if (kind instanceof z.ZodLiteral) for (const one of kind.values) checks.set(one, checkOf(option))
  }
  return (value) => isObject(value) && checks.get(value[discriminator])?.(value) === true
}

/** The first option that takes a value says what it becomes, so those before a plain one have to refuse it. */
function unionCheck(options: readonly Schema[]): Check {
  const checks = options.map(checkOf)
  return (value) => {
    const place = checks.findIndex((check) => check(value))
    return place >= 0 && options.slice(0, place).every((option) => !z.safeParse(option, value).success)
  }
}

function arrayCheck(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false
    const items: readonly unknown[] = value
    // Holes are looked at as well.
    for (let place = 0; place < items.length; place += 1) if (!check(items[place])) return false
    return true
  }
}

function stringCheck({ def }: z.ZodString): Check {
  const checks = (def.checks ?? []).map((part): ((text: string) => boolean) => {
    if (part instanceof z.core.$ZodCheckMaxLength) return ({ length }) => length <= part._zod.def.maximum
    if (part instanceof z.core.$ZodCheckRegex) return patternCheck(part._zod.def.pattern)
    return never
  })
  if (def.coerce === true) return never
  return (value) => typeof value === 'string' && checks.every((check) => check(value))
}

function integerCheck({ _zod: { def } }: z.ZodNumberFormat): Check {
  const checks = (def.checks ?? []).map((part): ((count: number) => boolean) => {
    if (!(part instanceof z.core.$ZodCheckGreaterThan)) return never
    const { value: least, inclusive } = part._zod.def
    return typeof least !== 'number' ? never : (count) => (inclusive ? count >= least : count > least)
  })
  if (def.format !== 'safeint' || def.coerce === true) return never
  return (value) => Number.isSafeInteger(value) && typeof value === 'number' && checks.every((check) => check(value))
}
