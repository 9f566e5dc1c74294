/** More than any honest answer: some hundred times as many bytes as its most tokens have letters. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** More than any honest event, whole arguments of a call included; in UTF-16 units. */
export const MAX_EVENT_LENGTH = 2 * 1024 * 1024

/** One event of the stream, before anybody looked into it. */
export interface RawEvent { readonly event: string | null; readonly data: string }

/** It never ends, or never ends an event. */
export class AnswerTooLongError extends Error {}

/**
 * The server-sent events of an answer, those of one piece together. However the bytes come, it takes as long as they are
 * many, and a service that never ends can't fill the memory. An event that the end cuts off is no event.
 * @param touch called with each piece
 * @throws AnswerTooLongError
 */
export async function* readEvents(pieces: AsyncIterable<Uint8Array>, touch: () => void): AsyncGenerator<readonly RawEvent[], void, undefined> {
  const decoder = new TextDecoder()
  const lines = createLineReader()
  let bytes = 0
  for await (const piece of pieces) {
    touch()
    bytes += piece.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLongError('the answer is longer than any answer')
    const events = lines.take(decoder.decode(piece, { stream: true }))
    if (events.length > 0) yield events
  }
}

/** A line ends with a line feed, a return, or both. Gives the first end at or behind a place that only moves on; -1: there is none. */
function lineEnds(text: string): (from: number) => number {
  let feed = text.indexOf('\n')
  let back = text.indexOf('\r')
  return (from) => {
    if (feed !== -1 && feed < from) feed = text.indexOf('\n', from)
    if (back !== -1 && back < from) back = text.indexOf('\r', from)
    return feed === -1 || back === -1 ? Math.max(feed, back) : Math.min(feed, back)
  }
}

function createLineReader(): { readonly take: (text: string) => readonly RawEvent[] } {
  /** Of the line that isn't ended yet. */
  let begun: string[] = []
  let length = 0
  let endedWithReturn = false
  let name: string | null = null
  let data: string[] = []

  const readField = (line: string): void => {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line.startsWith(' ', colon + 1) ? colon + 2 : colon + 1)
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  const endEvent = (): RawEvent | null => {
    const ended = name === null && data.length === 0 ? null : { event: name, data: data.join('\n') }
    name = null
    data = []
    length = 0
    return ended
  }
  const grow = (by: number): void => {
    length += by
    if (length > MAX_EVENT_LENGTH) throw new AnswerTooLongError('the event is longer than any event')
  }
  return {
    take: (text) => {
      const events: RawEvent[] = []
      let from = endedWithReturn && text.startsWith('\n') ? 1 : 0
      if (text !== '') endedWithReturn = false
      const endAfter = lineEnds(text)
      for (let end = endAfter(from); end !== -1; end = endAfter(from)) {
        grow(end - from)
        const rest = text.slice(from, end)
        const line = begun.length === 0 ? rest : begun.join('') + rest
        begun = []
        if (line !== '') readField(line)
        else {
          const event = endEvent()
          if (event !== null) events.push(event)
        }
        from = end + 1
        if (text.startsWith('\r', end)) {
          if (from === text.length) endedWithReturn = true
          else if (text.startsWith('\n', from)) from += 1
        }
      }
      if (from < text.length) {
        grow(text.length - from)
        begun.push(text.slice(from))
      }
      return events
    },
  }
}
