import type { CallId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { FILE_OPENING, MESSAGE_OPENING, SUMMARY_OPENING, type ModelContent, type ModelMessage } from './model.ts'
import { CONTINUE } from './practice-phrases.ts'
import { readPlan, type Plan } from './practice-plan.ts'

export interface Result { readonly name: string; readonly input: JsonObject; readonly content: string; readonly isError: boolean }

/** What the practice model sees in a request: the last thing it was asked, and what came of it so far. */
export interface Conversation {
  /** Null: not understood. */
  readonly plan: Plan | null
  /** Results since the plan was asked for, step by step. */
  readonly rounds: readonly (readonly Result[])[]
  /** The last round has not been spoken of yet. */
  readonly isFresh: boolean
  readonly isContinued: boolean
}

type Said =
  | { readonly kind: 'asked'; readonly texts: readonly string[] }
  | { readonly kind: 'results'; readonly results: readonly Result[] }

/** Looks at the last message and the results after it; "continue" looks at the message before. Older ones never count. */
export function readConversation(messages: readonly ModelMessage[]): Conversation {
  const said = listSaid(messages)
  let isContinued = false
  for (let at = said.length - 1; at >= 0; at -= 1) {
    const found = said[at]
    if (found?.kind !== 'asked') continue
    const texts = dropContinue(found.texts)
    isContinued ||= texts.length < found.texts.length
    if (texts.length === 0) continue
    const rounds = said.slice(at + 1).flatMap((later) => later.kind === 'results' ? [later.results] : [])
    return { plan: readTexts(texts), rounds, isFresh: said.at(-1)?.kind === 'results', isContinued }
  }
  return { plan: null, rounds: [], isFresh: false, isContinued }
}

function listSaid(messages: readonly ModelMessage[]): readonly Said[] {
  const calls = new Map<CallId, Extract<ModelContent, { type: 'tool-use' }>>()
  const said: Said[] = []
  for (const { role, content } of messages) {
    if (role === 'assistant') {
      for (const part of content) if (part.type === 'tool-use') calls.set(part.callId, part)
      continue
    }
    const results = content.flatMap((part): Result[] => part.type === 'tool-result'
      ? [{ name: calls.get(part.callId)?.name ?? 'a tool', input: calls.get(part.callId)?.input ?? {}, content: part.content, isError: part.isError }] : [])
    const texts = content.flatMap((part) => part.type === 'text' && !isMaterial(part.text) ? [part.text] : [])
    if (results.length > 0) said.push({ kind: 'results', results })
    if (texts.length > 0) said.push({ kind: 'asked', texts })
  }
  return said
}

/** What stands in a file, a stranger's message or a summary is never a request. */
const isMaterial = (text: string): boolean => text.startsWith(FILE_OPENING) || text.startsWith(MESSAGE_OPENING) || text.startsWith(SUMMARY_OPENING)

function dropContinue(texts: readonly string[]): readonly string[] {
  let end = texts.length
  while (end > 0 && CONTINUE.test((texts[end - 1] ?? '').trim())) end -= 1
  return texts.slice(0, end)
}

/** One message may come in several pieces (typed, then pasted), and several that nobody answered may stand together: the fewest pieces from the end that make sense. */
function readTexts(texts: readonly string[]): Plan | null {
  for (let from = texts.length - 1; from >= 0; from -= 1) {
    const plan = readPlan(texts.slice(from).join(''))
    if (plan !== null) return plan
  }
  return null
}
