import type { ConnectorId } from '../../../shared/ids.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import type { LookBack, PolicyChange } from '../../../shared/what-if.ts'

export type JudgedAs = 'same' | ToolClass | 'off' | 'on'
export type Back = 'hundred' | 'thousand' | 'month'

/** What is chosen in the form; the numbers as they were typed. */
export interface Rules {
  readonly back: Back
  readonly guard: 'same' | 'on' | 'off'
  readonly taint: 'same' | 'off'
  readonly runsPerHour: string
  readonly tokensPerDay: string
  readonly tools: ReadonlyMap<string, { readonly connectorId: ConnectorId; readonly tool: string; readonly as: JudgedAs }>
}

export const AS_IT_WAS: Rules = { back: 'thousand', guard: 'same', taint: 'same', runsPerHour: '', tokensPerDay: '', tools: new Map() }

export const toolKey = ({ connectorId, tool }: { readonly connectorId: string; readonly tool: string }): string => `${connectorId}\n${tool}`

/** Null: it isn't a whole number above 0. An empty text is `as it was`. */
export function toLimit(typed: string): { readonly limit: number | null } | null {
  const text = typed.trim().replaceAll(/[,\s]/gu, '')
  if (text === '') return { limit: null }
  return /^[1-9]\d{0,11}$/u.test(text) ? { limit: Number(text) } : null
}

const BACKS: Readonly<Record<Back, LookBack>> = { hundred: { runs: 100, days: null }, thousand: { runs: 1000, days: null }, month: { runs: 10_000, days: 30 } }
export const toBack = ({ back }: Rules): LookBack => BACKS[back]

/** Null while a number isn't one. */
export function toChange({ guard, taint, runsPerHour, tokensPerDay, tools }: Rules): PolicyChange | null {
  const [runs, tokens] = [toLimit(runsPerHour), toLimit(tokensPerDay)]
  if (runs === null || tokens === null) return null
  const chosen = [...tools.values()]
  return {
    classes: chosen.flatMap(({ connectorId, tool, as }) => (as === 'read' || as === 'write' || as === 'destructive' ? [{ connectorId, tool, toolClass: as }] : [])),
    switches: chosen.flatMap(({ connectorId, tool, as }) => (as === 'on' || as === 'off' ? [{ connectorId, tool, on: as === 'on' }] : [])),
    taintRule: taint === 'off' ? 'off' : null, guard: guard === 'same' ? null : guard, runsPerHour: runs.limit, tokensPerDay: tokens.limit,
  }
}
