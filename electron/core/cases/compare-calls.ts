import type { CaseResult } from '../../../shared/case-run.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { CallState, TurnState } from '../../../shared/turn-state.ts'

export type ComparedCalls = Pick<CaseResult, 'calls' | 'differsAt'>

/**
 * Whether a branch from a run's first step made the same calls: the same tools with the same arguments, in the same order. Calls that code
 * made follow from those; what became of a call is another matter.
 */
export function compareCalls(origin: TurnState, branch: TurnState, readText: (stored: StoredText) => string): ComparedCalls {
  const [then, now] = [modelCalls(origin), modelCalls(branch)]
  for (let index = 0; index < Math.max(then.length, now.length); index += 1) {
    const [old, made] = [then[index], now[index]]
    const position = (made ?? old)?.call.position ?? null
    if (old === undefined || made === undefined) return { calls: 'other', differsAt: position }
    const [was, is] = [identityOf(old, readText), identityOf(made, readText)]
    if (was === null || is === null) return { calls: 'not-kept', differsAt: position }
    if (was !== is) return { calls: 'other', differsAt: position }
  }
  return { calls: 'same', differsAt: null }
}

const modelCalls = (state: TurnState): readonly CallState[] => [...state.calls.values()].filter(({ call }) => call.author !== 'code')

/** Null: what would tell isn't kept. */
function identityOf({ call: { meta, body } }: CallState, readText: (stored: StoredText) => string): string | null {
  if (meta === null || body === null) return null
  return JSON.stringify([meta.tool === null ? meta.name : [meta.tool.connectorId, meta.tool.tool], readText(body.arguments)])
}
