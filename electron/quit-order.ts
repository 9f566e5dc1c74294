export interface QuitStep {
  readonly name: string
  readonly run: () => void | Promise<void>
}

export interface QuitOptions {
  /** One after the other: whoever asks first, then what serves them, then what they were served from. */
  readonly steps: readonly QuitStep[]
  /** Milliseconds for all of them; then it goes without the rest. What is stored is whole at any moment. */
  readonly bound: number
  readonly exit: () => void
  readonly log: (line: string) => void
}

export interface Quit {
  /** Whether it is on its way out: windows then close and don't hide. */
  readonly isUnderWay: () => boolean
  /** Whether everything has ended, or its time is up: nothing holds the app back any more. */
  readonly isOver: () => boolean
  /** However often it is called, the steps run once. `leave` takes the place of leaving plainly. */
  readonly start: (leave?: () => void) => void
}

/** The way out: in order, within a bound, and past a step that fails. */
export function createQuit({ steps, bound, exit, log }: QuitOptions): Quit {
  let isUnderWay = false
  let hasLeft = false
  const leaveBy = (leave: () => void): void => {
    if (hasLeft) return
    hasLeft = true
    leave()
  }
  const runAll = async (): Promise<void> => {
    for (const { name, run } of steps) {
      if (hasLeft) return
      try { await run() } catch (error) { log(`${name} did not end in order: ${String(error)}`) }
    }
  }
  return {
    isUnderWay: () => isUnderWay,
    isOver: () => hasLeft,
    start: (leave = exit) => {
      if (isUnderWay) return
      isUnderWay = true
      const timer = setTimeout(() => {
        log(`it took more than ${bound} ms to end in order`)
        leaveBy(leave)
      }, bound)
      void runAll().then(() => {
        clearTimeout(timer)
        leaveBy(leave)
      })
    },
  }
}
