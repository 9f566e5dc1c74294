import type { MessageInput } from '../../../shared/contract.ts'

/** How a stretch of text came into the field. Only `typed` speaks for the person. */
export type Origin = MessageInput['origin']

export interface Span {
  readonly origin: Origin
  /** UTF-16 units. */
  readonly length: number
}

/** A text and where each of its units came from. The lengths of `spans` always add up to the text's, none is empty, no two neighbours agree. */
export interface TrackedText {
  readonly text: string
  readonly spans: readonly Span[]
}

export const EMPTY_TEXT: TrackedText = { text: '', spans: [] }

export const trackedText = (text: string, origin: Origin): TrackedText =>
  ({ text, spans: text === '' ? [] : [{ origin, length: text.length }] })

export function joinTracked(parts: readonly TrackedText[]): TrackedText {
  return { text: parts.map((part) => part.text).join(''), spans: mergeSpans(parts.flatMap((part) => part.spans)) }
}

/**
 * The text after one edit of the field. `caret` is where the caret stands afterwards, at the end of what was inserted
 * it tells apart edits that look alike from outside (an `a` more in `aaa`).
 * What is typed inside foreign text belongs to the foreign text: changing a word of it doesn't make it the person's own.
 */
export function editText(tracked: TrackedText, next: string, caret: number, origin: Origin): TrackedText {
  if (next === tracked.text) return tracked
  const { start, removed, inserted } = editBetween(tracked.text, next, caret)
  const before = takeSpans(tracked.spans, 0, start)
  const after = takeSpans(tracked.spans, start + removed, tracked.text.length)
  const owner = origin === 'typed' ? surroundingOrigin(tracked.spans, start, start + removed) : origin
  return { text: next, spans: mergeSpans([...before, { origin: owner, length: inserted }, ...after]) }
}

/**
 * Undo and redo bring back text without saying where it came from. The youngest earlier state with that text knows
 * without one, what appears counts as pasted.
 */
export function restoreText(tracked: TrackedText, history: readonly TrackedText[], next: string, caret: number): TrackedText {
  return history.findLast((earlier) => earlier.text === next) ?? editText(tracked, next, caret, 'pasted')
}

/** At most `limit` message parts; joined in order they are the text. Too many alternations are merged, and what is merged isn't typed. */
export function partsOf(tracked: TrackedText, limit: number): readonly MessageInput[] {
  const spans = [...tracked.spans]
  while (spans.length > limit) {
    const last = spans.pop()
    const previous = spans.pop()
    if (last === undefined || previous === undefined) break
    spans.push({ origin: 'pasted', length: previous.length + last.length })
  }
  let at = 0
  return spans.map(({ origin, length }) => {
    const text = tracked.text.slice(at, at + length)
    at += length
    return { origin, text, vouched: origin !== 'linked' }
  })
}

function editBetween(before: string, next: string, caret: number): { start: number; removed: number; inserted: number } {
  const most = Math.min(before.length, next.length)
  const wanted = Math.min(Math.max(0, next.length - caret), most)
  let suffix = 0
  while (suffix < wanted && before[before.length - 1 - suffix] === next[next.length - 1 - suffix]) suffix += 1
  let start = 0
  while (start < most - suffix && before[start] === next[start]) start += 1
  while (suffix < most - start && before[before.length - 1 - suffix] === next[next.length - 1 - suffix]) suffix += 1
  return { start, removed: before.length - start - suffix, inserted: next.length - start - suffix }
}

/** The origin of the one foreign span that an edit of [from, to) lies strictly inside of or only takes a piece from; else typed. */
function surroundingOrigin(spans: readonly Span[], from: number, to: number): Origin {
  let at = 0
  for (const { origin, length } of spans) {
    const end = at + length
    const leavesSome = from > at || to < end
    const inside = from === to ? from > at && from < end : from >= at && to <= end && leavesSome
    if (inside && origin !== 'typed') return origin
    at = end
  }
  return 'typed'
}

function takeSpans(spans: readonly Span[], from: number, to: number): readonly Span[] {
  let at = 0
  return spans.map(({ origin, length }) => {
    const taken = Math.min(to, at + length) - Math.max(from, at)
    at += length
    return { origin, length: Math.max(0, taken) }
  })
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = []
  for (const span of spans) {
    if (span.length === 0) continue
    const last = merged.at(-1)
    if (last?.origin === span.origin) merged[merged.length - 1] = { origin: span.origin, length: last.length + span.length }
    else merged.push(span)
  }
  return merged
}
