import { z } from 'zod'
import { CallId, ConnectorId, TurnId } from './ids.ts'

/** One thing that brought untrusted text into a context. */
export const TaintSource = z.object({
  kind: z.enum(['tool-result', 'stored', 'message', 'attachment', 'forgotten']),
  turnId: TurnId.nullable(),
  callId: CallId.nullable(),
  connectorId: ConnectorId.nullable(),
  tool: z.string().nullable(),
  /** What a person recognises it by: an address, a file, "memory 12". Written by us, but may quote a stranger. */
  label: z.string().max(300),
  at: z.int(),
})
export type TaintSource = z.infer<typeof TaintSource>

/** More distinct sources than this add nothing to what a person can use; the context stays tainted all the same. */
export const MAX_TAINT_SOURCES = 24

/** Stands for taint whose source was pruned or deleted: the mark outlives what it says about itself. */
export const forgottenSource = (at: number): TaintSource =>
  ({ kind: 'forgotten', turnId: null, callId: null, connectorId: null, tool: null, label: 'content that is no longer kept', at })

const sameSource = (left: TaintSource, right: TaintSource): boolean =>
  left.label === right.label && left.tool === right.tool && left.connectorId === right.connectorId && left.kind === right.kind

/** The union, oldest first, without repeats. Never shrinks: taint only ever grows within a context. */
export function mergeTaint(known: readonly TaintSource[], added: readonly TaintSource[]): readonly TaintSource[] {
  const fresh = added.filter((source, index) =>
    !known.some((other) => sameSource(other, source)) && !added.slice(0, index).some((other) => sameSource(other, source)))
  if (fresh.length === 0) return known
  return [...known, ...fresh].slice(0, MAX_TAINT_SOURCES)
}
