import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/** A copy with sorted keys and no lone surrogates: equal values give equal bytes, and bytes that every service can read. */
export function toPlainJson(object: JsonObject): Record<string, JsonValue> {
  const members = Object.entries(object)
    .map(([key, value]): [string, JsonValue] => [key.toWellFormed(), plainValue(value)])
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  return Object.fromEntries(members)
}

function plainValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  return isList(value) ? value.map(plainValue) : toPlainJson(value)
}

const isList = (value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] => Array.isArray(value)
