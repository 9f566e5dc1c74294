import type { Action } from './practice-action.ts'
import { PHRASES } from './practice-phrases.ts'

/** What one message asks for, in order; `text` is the person's own wording. */
export type Plan = readonly { readonly action: Action; readonly text: string }[]

const THEN = /\s*[,;.]?\s+(?:and )?then\s+/gi
/** Longer chains, and longer texts, are read as one phrase. */
const MAX_PARTS = 12
const MAX_CHAIN_LENGTH = 10_000

/** Null: nothing of it is understood. Parts joined by "then" are a chain only when every part is understood by itself. */
export function readPlan(message: string): Plan | null {
  const text = message.trim().replace(/^please,?\s+/i, '')
  const joints = text.length > MAX_CHAIN_LENGTH ? [] : [...text.matchAll(THEN)]
  if (joints.length >= MAX_PARTS) return readChain(text, [0], [text.length])
  return readChain(text, [0, ...joints.map((joint) => joint.index + joint[0].length)], [...joints.map((joint) => joint.index), text.length])
}

function readChain(text: string, starts: readonly number[], ends: readonly number[], from = 0): Plan | null {
  if (from === starts.length) return []
  for (let last = from; last < starts.length; last += 1) {
    const part = text.slice(starts[from], ends[last])
    const action = readPhrase(part)
    const rest = action === null ? null : readChain(text, starts, ends, last + 1)
    if (action !== null && rest !== null) return [{ action, text: part }, ...rest]
  }
  return null
}

function readPhrase(part: string): Action | null {
  for (const phrase of PHRASES) {
    const match = phrase.pattern.exec(part) ?? (/[.!]$/.test(part) ? phrase.pattern.exec(part.slice(0, -1)) : null)
    const action = match === null ? null : phrase.plan(match.slice(1))
    if (action !== null) return action
  }
  return null
}
