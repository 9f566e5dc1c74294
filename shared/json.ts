/** What JSON can hold. `undefined`, functions, symbols, bigints, NaN and infinities can't be held. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }
export type JsonObject = { readonly [key: string]: JsonValue }

export class NotJsonError extends Error {
  readonly path: string
  constructor(path: string, what: string) {
    super(`${path === '' ? 'the value' : path} is ${what}, which JSON can't hold`)
    this.name = 'NotJsonError'
    this.path = path
  }
}

/**
 * Compact JSON with sorted keys: equal values give equal text, so digests, replays and branches agree.
 * Properties that are `undefined` are left out, as in `JSON.stringify`.
 * @throws NotJsonError where the value isn't JSON or refers to itself
 */
export function canonicalJson(value: unknown): string {
  return write(value, '', new Set())
}

function write(value: unknown, path: string, open: Set<object>): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new NotJsonError(path, String(value))
      return JSON.stringify(value)
    case 'object':
      return value === null ? 'null' : writeObject(value, path, open)
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      throw new NotJsonError(path, typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`)
    default:
      throw new NotJsonError(path, 'of an unknown kind')
  }
}

function writeObject(value: object, path: string, open: Set<object>): string {
  if (open.has(value)) throw new NotJsonError(path, 'a reference to itself')
  open.add(value)
  const text = Array.isArray(value)
    ? `[${value.map((item, index) => write(item, `${path}[${index}]`, open)).join(',')}]`
    : writePlain(value, path, open)
  open.delete(value)
  return text
}

function writePlain(value: object, path: string, open: Set<object>): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) throw new NotJsonError(path, 'an instance of a class')
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member, path === '' ? key : `${path}.${key}`, open)}`)
  return `{${members.join(',')}}`
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
