import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { SUMMARY_OPENING, type ModelMessage } from './model.ts'

const LONGEST_LINE = 120
const MOST_LINES = 20

/** Earlier messages of this request are there as a summary. */
export const hasSummary = (messages: readonly ModelMessage[]): boolean =>
  messages.some(({ role, content }) => role === 'user' && content.some((part) => part.type === 'text' && part.text.startsWith(SUMMARY_OPENING)))

/** A summary by rule: what was summarised before, how often which tool was called, and the beginnings of what the person said last. */
export function summariseTranscript(messages: readonly ModelMessage[]): string {
  const lines = messages.flatMap(({ content }) => content).flatMap((part) => (part.type === 'text' ? part.text.split('\n') : [])).flatMap(readLine)
  const before = lines.flatMap((line) => textAt(line, 'summary'))
  const asked = lines.flatMap((line) => (line['from'] === 'person' ? textAt(line, 'text') : [])).map(shorten)
  const calls = Map.groupBy(lines.flatMap((line) => textAt(line, 'call')), (name) => name)
  const left = asked.length - MOST_LINES
  return [
    ...before,
    `Summary by rule of ${asked.length === 1 ? '1 message' : `${asked.length} messages`} of the person’s.`,
    ...(left > 0 ? [`The first ${left} are left out.`] : []),
    ...asked.slice(-MOST_LINES).map((text) => `- ${text}`),
    ...(calls.size === 0 ? [] : [`Tools called: ${[...calls].map(([name, all]) => `${name} (${all.length})`).join(', ')}.`]),
  ].join('\n')
}

/** Lines around the transcript aren't JSON. */
function readLine(line: string): readonly JsonObject[] {
  if (!line.startsWith('{')) return []
  const value = parseJson(line)
  return isJsonObject(value) ? [value] : []
}

function textAt(line: JsonObject, key: string): readonly string[] {
  const text = line[key]
  return typeof text === 'string' ? [text] : []
}

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE).toWellFormed()}…`
}
