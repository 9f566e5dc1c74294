/** More than any honest answer: some hundred times as many bytes as its most tokens have letters. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** More than any honest event, whole arguments of a call included. */
export const MAX_EVENT_BYTES = 2 * 1024 * 1024

export interface AnswerBounds {
  /** Hands on whole events. Fails when there is too much of anything. */
  readonly stream: TransformStream<Uint8Array, Uint8Array>
  /** Whether it failed for that. */
  readonly isOver: () => boolean
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Keeps a service that never ends, or never ends a line, from filling the memory. Events are handed on whole, because their
 * reader looks through everything that it holds with each piece that comes: many small pieces of one long event would take
 * it longer and longer. @param touch called with each piece
 */
export function boundAnswer(touch: () => void): AnswerBounds {
  let pieces: Uint8Array[] = []
  let [answerBytes, eventBytes] = [0, 0]
  let [isLineEmpty, wasReturn, isOver] = [true, false, false]

  /** Where the last blank line of this piece ends; 0: there is none. */
  const findEnd = (piece: Uint8Array): number => {
    let end = 0
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      const isSecondHalf = byte === LINE_FEED && wasReturn
      wasReturn = byte === CARRIAGE_RETURN
      if (isSecondHalf) {
        // Of a line end that was counted already; it belongs to what it ended.
        if (end > 0 && end === at) end = at + 1
        continue
      }
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) isLineEmpty = false
      else if (isLineEmpty) end = at + 1
      else isLineEmpty = true
    }
    return end
  }
  const takeAll = (): Uint8Array => {
    const whole = pieces.length === 1 ? pieces[0] : undefined
    const all = whole ?? Buffer.concat(pieces)
    pieces = []
    eventBytes = 0
    return all
  }

  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, out) => {
      touch()
      answerBytes += piece.byteLength
      const end = findEnd(piece)
      isOver = answerBytes > MAX_ANSWER_BYTES || eventBytes + (end === 0 ? piece.byteLength : end) > MAX_EVENT_BYTES
      if (isOver) throw new Error('the answer is longer than any answer')
      if (end > 0) {
        pieces.push(piece.subarray(0, end))
        out.enqueue(takeAll())
      }
      if (end < piece.length) {
        pieces.push(piece.subarray(end))
        eventBytes += piece.length - end
      }
    },
    flush: (out) => { if (pieces.length > 0) out.enqueue(takeAll()) },
  })
  return { stream, isOver: () => isOver }
}
