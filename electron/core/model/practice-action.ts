/** A value for a parameter that goes by one of these names; which one, the offered schema says. */
export interface Field { readonly names: readonly string[]; readonly value: string }

export interface WantedCall {
  /** A model name, or a tool's own name where only one connector has it. */
  readonly tool: string
  /** Fields are fitted to the offered schema; a text goes out as it is, valid or not. */
  readonly arguments: { readonly kind: 'fields'; readonly fields: readonly Field[] } | { readonly kind: 'text'; readonly text: string }
  /** Called even if it isn't offered, to see what happens. */
  readonly unoffered: boolean
}

/** One thing that a message asks the practice model for. */
export type Action =
  | { readonly kind: 'calls'; readonly saying: string; readonly calls: readonly WantedCall[] }
  | { readonly kind: 'many-calls'; readonly tool: string | null; readonly times: number }
  | { readonly kind: 'endless-calls' }
  | { readonly kind: 'broken-arguments' }
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'odd-stop' }
  | { readonly kind: 'break-off' }
  | { readonly kind: 'fail' }
  /** Until earlier messages have been summarised. */
  | { readonly kind: 'no-room' }

/** Calls of `many-calls` that go out in one step. */
export const CALLS_A_STEP = 20

/** How many steps with tools it takes. */
export function roundsOf(action: Action): number {
  switch (action.kind) {
    case 'calls': case 'broken-arguments': case 'cut-off': return 1
    case 'many-calls': return Math.ceil(action.times / CALLS_A_STEP)
    case 'endless-calls': return Infinity
    case 'say': case 'help': case 'refuse': case 'odd-stop': case 'break-off': case 'fail': case 'no-room': return 0
  }
}
