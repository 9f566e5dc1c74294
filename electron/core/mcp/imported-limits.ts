import type { ServerLimits } from '../../../shared/connector-record.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

interface ImportedLimits { readonly limits: ServerLimits; /** How each was understood, one sentence each. */ readonly notes: readonly string[] }

const MOST_START = 600
const MOST_CALL = 3600

/**
 * Time limits as other apps write them. `timeout` is seconds in some and milliseconds in others; nobody waits an hour for an
 * answer, so more than that is milliseconds. What isn't a number that makes sense is left to the usual limits.
 */
export function readTimeLimits(value: JsonObject): ImportedLimits {
  const start = firstOf(value, [['startup_timeout_sec', 1], ['startup_timeout_ms', 0.001], ['initTimeout', 0.001]], MOST_START)
  const call = firstOf(value, [['tool_timeout_sec', 1], ['timeout', null]], MOST_CALL)
  return {
    limits: { startSeconds: start?.seconds ?? null, callSeconds: call?.seconds ?? null, totalSeconds: null },
    notes: [
      ...(start === null ? [] : [`Its “${start.name}” of ${start.written} is taken as ${start.seconds} s to start.`]),
      ...(call === null ? [] : [`Its “${call.name}” of ${call.written} is taken as ${call.seconds} s without an answer.`]),
    ],
  }
}

/** @param names each with the seconds that its unit stands for; null: by size */
function firstOf(value: JsonObject, names: readonly (readonly [name: string, unit: number | null])[], most: number): { readonly name: string; readonly written: number; readonly seconds: number } | null {
  for (const [name, unit] of names) {
    const written = numberOf(value[name])
    if (written === null || written <= 0) continue
    const seconds = Math.ceil(written * (unit ?? (written > MOST_CALL ? 0.001 : 1)))
    return { name, written, seconds: Math.min(seconds, most) }
  }
  return null
}

const numberOf = (value: JsonValue | undefined): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
