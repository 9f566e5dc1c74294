import { stripVTControlCharacters } from 'node:util'

/** `stderr` and `stdout` are the server's own writing, `server` its log notifications, `note` is ours. */
export interface LogLine {
  readonly from: 'stderr' | 'stdout' | 'server' | 'note'
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface ServerLog {
  readonly add: (from: LogLine['from'], text: string) => void
  /** Oldest first. */
  readonly lines: () => readonly LogLine[]
  /** The last lines a server wrote to stderr, for saying why it ended. */
  readonly lastWords: (count: number) => readonly string[]
  /** Lines that were dropped to stay within the limits. */
  readonly dropped: () => number
}

export interface ServerLogOptions {
  readonly now: () => number
  /** Takes secret values out; applied to every line before it is kept. */
  readonly redact: (text: string) => string
  readonly maxLines?: number
  /** UTF-16 units over all lines. */
  readonly maxLength?: number
}

const MAX_LINES = 2000
const MAX_LENGTH = 256 * 1024
const LONGEST_LINE = 4096
const DROP_AT_ONCE = 100

/** What a server says about itself, bounded whatever it writes: the newest lines stay. */
export function createServerLog({ now, redact, maxLines = MAX_LINES, maxLength = MAX_LENGTH }: ServerLogOptions): ServerLog {
  let lines: LogLine[] = []
  let length = 0
  let dropped = 0
  const trim = (): void => {
    if (lines.length <= maxLines + DROP_AT_ONCE && length <= maxLength) return
    let surplus = Math.max(0, lines.length - maxLines)
    let left = lines.slice(surplus).reduce((sum, line) => sum + line.text.length, 0)
    for (; left > maxLength; surplus += 1) left -= lines[surplus]?.text.length ?? 0
    dropped += surplus
    lines = lines.slice(surplus)
    length = left
  }
  return {
    add: (from, text) => {
      const clean = toPlainLine(redact(text))
      if (clean === '') return
      lines.push({ from, text: clean, at: now() })
      length += clean.length
      trim()
    },
    lines: () => lines.slice(-maxLines),
    lastWords: (count) => lines.filter(({ from }) => from === 'stderr').slice(-count).map(({ text }) => text),
    dropped: () => dropped,
  }
}

/** Without escape sequences and control characters, on one line, bounded. */
function toPlainLine(text: string): string {
  const plain = stripVTControlCharacters(text).replaceAll('\t', ' ').replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').toWellFormed().trimEnd()
  return plain.length <= LONGEST_LINE ? plain : `${plain.slice(0, LONGEST_LINE).toWellFormed()}…`
}
