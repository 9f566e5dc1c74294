/** What a shell supplies to the core. Everything else the core makes itself. */
export interface Host {
  /** Absolute path of a folder that belongs to the person alone; made when missing. */
  readonly dataDirectory: string
  /** Shown in `app.info`: `browser` or `electron`. */
  readonly shell: string
  readonly version: string
  /** Variables that keys may be read from, where a profile names one. Left out: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970 and a wait that can be ended; faked in tests. */
  readonly clock: Clock
  /** Twenty or more letters and digits, never repeated, ascending over time where possible. */
  readonly newId: () => string
  /** Told when a question opens, so that the system can tell the person. Must not throw. */
  readonly notify: (notice: { readonly title: string; readonly text: string; readonly chatId: string }) => void
  /** For a shell whose own binary doesn't run files as Node does. Left out: this process's binary is Node. */
  readonly forkNode?: ForkNode
}

/** A running process of ours. */
export interface OwnProcess {
  readonly send: (message: object) => void
  /** At once and for good, whatever it is doing. */
  readonly kill: () => void
}

export interface OwnProcessListener {
  readonly onMessage: (message: unknown) => void
  /** It is gone, or never came to be; told once. */
  readonly onEnd: (text: string) => void
}

/**
 * Runs one of the core's own files as a process of its own, with this environment and no other. What it prints goes
 * nowhere. It hears messages through `process.parentPort` where that is there, else through `process.on('message')`.
 */
export type ForkNode = (file: URL, environment: Readonly<Record<string, string>>, listener: OwnProcessListener) => OwnProcess

export interface Clock {
  readonly now: () => number
  /** Calls `then` once, at or after `at` (milliseconds since 1970). Returns the way to call it off. */
  readonly at: (at: number, then: () => void) => () => void
  /** Calls `then` each time so many milliseconds have gone by, whatever the clock on the wall was set to. Left out: a timer of this process. */
  readonly every?: (ms: number, then: () => void) => () => void
}

/** Where a clock has no such thing of its own. */
export function everyMs(ms: number, then: () => void): () => void {
  const timer = setInterval(then, ms)
  timer.unref()
  return () => { clearInterval(timer) }
}
