import { canonicalJson, type JsonValue } from '../../../shared/json.ts'
import { FILE_OPENING, SUMMARY_OPENING, type ModelMessage } from '../model/model-message.ts'
import { boundResult } from './bound-result.ts'

/** No single text needs more than this to be summarised. */
const LONGEST_TEXT = 12_000
const SHORTEST_TEXT = 200

/**
 * What is to be summarised, as lines of JSON: whoever wrote a text can't make it look like somebody else's line. Calls stand
 * with their results, thinking is left out, and texts are cut in the middle until all of it fits.
 * @param limit UTF-16 units
 */
export function writeTranscript(messages: readonly ModelMessage[], summary: string | null, limit: number): string {
  for (let longest = LONGEST_TEXT; ; longest = Math.floor(longest / 2)) {
    const text = linesOf(messages, summary, longest).map((line) => canonicalJson(line)).join('\n')
    if (text.length <= limit) return text
    if (longest <= SHORTEST_TEXT) return boundResult(text, limit).content
  }
}

function linesOf(messages: readonly ModelMessage[], summary: string | null, longest: number): readonly JsonValue[] {
  const cut = (text: string): string => boundResult(text, longest).content
  const names = new Map<string, string>()
  const lines: JsonValue[] = summary === null ? [] : [{ summary: cut(summary) }]
  for (const { role, content } of messages) {
    for (const part of content) {
      switch (part.type) {
        case 'text': lines.push({ from: speakerOf(role, part.text), text: cut(part.text) }); break
        case 'tool-use':
          names.set(part.callId, part.name)
          lines.push({ call: part.name, arguments: cut(canonicalJson(part.input)) })
          break
        case 'tool-result': lines.push({ resultOf: names.get(part.callId) ?? 'a tool', failed: part.isError, text: cut(part.content) }); break
        case 'thinking': case 'redacted-thinking': break
      }
    }
  }
  return lines
}

const speakerOf = (role: ModelMessage['role'], text: string): string =>
  role === 'assistant' ? 'assistant' : text.startsWith(FILE_OPENING) ? 'file' : text.startsWith(SUMMARY_OPENING) ? 'summary' : 'person'
