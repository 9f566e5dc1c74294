import { createLineSplitter } from './line-splitter.ts'

/** One event of a server-sent stream. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
}

export interface EventStreamOptions {
  /** Bytes of one event. */
  readonly maxBytes: number
  readonly onEvent: (event: StreamEvent) => void
  /** What a broken stream can be taken up from. */
  readonly onId: (id: string) => void
  /** Milliseconds that the server asks to wait before it is asked again. */
  readonly onRetry: (ms: number) => void
  /** Once, for an event that is longer; nothing is read after it. */
  readonly onTooLong: () => void
}

const LONGEST_ID = 4096

/** Reads `text/event-stream`. An event that the stream ends in the middle of is dropped, as its format demands. */
export function createEventStream({ maxBytes, onEvent, onId, onRetry, onTooLong }: EventStreamOptions): { readonly push: (chunk: Buffer) => void } {
  let type = ''
  let data: string[] = []
  let held = 0
  let stopped = false
  const stop = (): 'stop' => {
    stopped = true
    data = []
    onTooLong()
    return 'stop'
  }
  const dispatch = (): void => {
    const event = data.length === 0 ? null : { type: type === '' ? 'message' : type, data: data.join('\n') }
    type = ''
    data = []
    held = 0
    if (event !== null) onEvent(event)
  }
  const readField = (name: string, value: string): void => {
    switch (name) {
      case 'data':
        held += value.length + 1
        if (held > maxBytes) stop()
        else data.push(value)
        return
      case 'event': type = value; return
      case 'id': if (!value.includes('\0') && value.length <= LONGEST_ID) onId(value); return
      case 'retry': if (/^\d{1,9}$/.test(value)) onRetry(Number(value)); return
      default: // A comment, or a field of another kind of stream.
    }
  }
  const readLine = (line: string): void => {
    if (stopped) return
    if (line === '') return dispatch()
    const colon = line.indexOf(':')
    const value = colon === -1 ? '' : line.slice(colon + 1)
    readField(colon === -1 ? line : line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value)
  }
  // A carriage return alone ends a line too, which the splitter leaves in.
  return createLineSplitter({ maxBytes: maxBytes + 64, onTooLong: stop, onLine: (line) => { for (const part of line.split('\r')) readLine(part) } })
}
