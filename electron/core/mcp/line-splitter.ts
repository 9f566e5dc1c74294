const NEWLINE = 0x0a
const BYTE_ORDER_MARK = '\uFEFF'

export interface LineSplitter {
  readonly push: (chunk: Buffer) => void
  /** Hands out what is left without a line end. */
  readonly end: () => void
}

export interface LineSplitterOptions {
  /** Bytes of one line. */
  readonly maxBytes: number
  readonly onLine: (line: string) => void
  /** Told once for each line that is longer: either its beginning is handed out and the rest dropped, or reading stops. */
  readonly onTooLong: (beginning: string) => 'drop-rest' | 'stop'
}

const BEGINNING = 4096

/** Lines of a stream of bytes, without their ends (LF or CR LF) and byte order marks. Holds at most `maxBytes`. */
export function createLineSplitter({ maxBytes, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  let parts: Buffer[] = []
  let held = 0
  let dropping = false
  let stopped = false
  const take = (): Buffer => {
    const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    parts = []
    held = 0
    return whole
  }
  const emit = (): void => {
    const text = take().toString('utf8')
    onLine((text.endsWith('\r') ? text.slice(0, -1) : text).replace(BYTE_ORDER_MARK, ''))
  }
  const hold = (part: Buffer): void => {
    if (dropping || part.length === 0) return
    parts.push(part)
    held += part.length
    if (held <= maxBytes) return
    dropping = true
    if (onTooLong(take().subarray(0, BEGINNING).toString('utf8')) === 'stop') stopped = true
  }
  return {
    push: (chunk) => {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1 && !stopped; at = chunk.indexOf(NEWLINE, from)) {
        hold(chunk.subarray(from, at))
        from = at + 1
        if (dropping) dropping = false
        else emit()
      }
      if (!stopped) hold(chunk.subarray(from))
    },
    end: () => { if (held > 0 && !stopped) emit() },
  }
}
