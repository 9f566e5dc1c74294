/** The run that a call asks for. */
export interface Delegating {
  /** Of a coworker. */
  readonly to: string
  readonly task: string
  /** What it should know beside that; null: nothing. */
  readonly context: string | null
}
