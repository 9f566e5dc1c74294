export interface BoundOutput {
  readonly text: string
  /** Bytes that were left out of its middle. */
  readonly left: number
}

/** Bytes kept of the beginning, and as many of the end. */
const KEPT = 16 * 1024

/** Keeps both ends of what a program prints, however much that is. */
export function boundOutput(): { readonly push: (chunk: Buffer) => void; readonly read: () => BoundOutput } {
  const head: Buffer[] = []
  let headLength = 0
  let tail: Buffer[] = []
  let tailLength = 0
  let left = 0
  const push = (chunk: Buffer): void => {
    const room = KEPT - headLength
    if (room > 0) {
      head.push(chunk.subarray(0, room))
      headLength += Math.min(room, chunk.length)
    }
    const rest = chunk.subarray(Math.max(0, room))
    if (rest.length === 0) return
    tail.push(rest)
    tailLength += rest.length
    // Joined now and then only, so that many small pieces cost no more than one large one.
    if (tailLength < 4 * KEPT && tail.length < 1000) return
    const joined = Buffer.concat(tail)
    left += Math.max(0, joined.length - KEPT)
    tail = [joined.subarray(Math.max(0, joined.length - KEPT))]
    tailLength = tail[0]?.length ?? 0
  }
  return {
    push,
    read: () => {
      const end = Buffer.concat(tail)
      const over = Math.max(0, end.length - KEPT)
      const all = left + over
      const [first, last] = [Buffer.concat(head), end.subarray(over)]
      const text = all === 0 ? Buffer.concat([first, last]).toString('utf8') : `${first.toString('utf8')}\n[… ${all} bytes left out …]\n${last.toString('utf8')}`
      return { text, left: all }
    },
  }
}
