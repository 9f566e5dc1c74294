import type { GateColumn, ToolClass, TurnKind } from '../../../shared/policy.ts'

/** `ask-each` is an ask that no standing approval waives; `absent` is never offered, and denied if called all the same. */
export type Cell = 'run' | 'ask' | 'ask-each' | 'absent'

/** The matrix. Everything the gate does besides reading it can only make a decision stricter. */
export const GATE_TABLE = {
  normal:  { read: 'run',    write: 'run',    destructive: 'ask-each' },
  tainted: { read: 'run',    write: 'ask',    destructive: 'ask-each' },
  job:     { read: 'run',    write: 'ask',    destructive: 'absent' },
  webhook: { read: 'absent', write: 'absent', destructive: 'absent' },
} as const satisfies Record<GateColumn, Record<ToolClass, Cell>>

export const columnOf = (kind: TurnKind, tainted: boolean): GateColumn =>
  kind === 'person' ? (tainted ? 'tainted' : 'normal') : kind
