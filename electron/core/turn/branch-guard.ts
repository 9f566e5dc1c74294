import { AppError } from '../../../shared/errors.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import type { CallState, CallStateOf, TurnState } from '../../../shared/turn-state.ts'
import { firstStepOf } from '../../../shared/turn-state.ts'
import type { BlockReason } from '../../../shared/branch.ts'
import type { TurnEventOf } from '../../../shared/turn-event.ts'
import { callDigestOf } from '../tools/fingerprint.ts'
import { allowTokenOf, blockedSentence, classIn, findOriginal, findOriginalEffect, isAllowed, ruleFor, type BranchRule, type OriginalCall } from '../runs/branch.ts'
import type { RecordedEffect } from './mailbox-message.ts'
import { callSaltOf } from './step-events.ts'
import type { TurnPorts } from './turn-ports.ts'

/** What a branch does with a call that was just made; `judge` for every turn that is none. @throws AppError `store.*` when where it came from can't be read */
export function ruleOf(ports: TurnPorts, state: TurnState, call: CallState): BranchRule {
  const branch = state.started?.branch
  const tool = call.call.meta?.tool ?? null
  const entry = tool === null ? null : ports.catalog.find(tool)
  // Whatever names no tool, or was never whole, is the gate's to refuse.
  if (branch === undefined || tool === null || entry === null || call.call.meta?.malformed !== null) return { do: 'judge' }
  const rule = ruleFor({
    mode: branch.mode, isTakenOver: call.call.step === firstStepOf(state), toolClass: classIn(state, tool, entry.tool.toolClass), provenance: entry.tool.provenance,
    original: originalOf(ports, state, call),
  })
  // Allowed is not let through: from here the gate decides as of any call.
  return rule.do === 'block' && isAllowed(state, allowTokenOf(call.call.author, entry.modelName ?? '')) ? { do: 'judge' } : rule
}

function originalOf(ports: TurnPorts, state: TurnState, call: CallState): OriginalCall | null {
  const { step, position } = call.call
  const original = ports.chain.originalStep(state, step)
  const tool = call.call.meta?.tool ?? null
  if (original === null || tool === null) return null
  const { run } = original
  const args = call.call.body === null ? '{}' : ports.journal.readText(call.call.body.arguments)
  return findOriginal(run, {
    position: `${original.step}${position.slice(String(step).length)}`, identity: tool,
    digestAs: ({ call: { meta } }) => {
      // Without the salt that went with its texts nobody can tell any more.
      if (meta?.tool === null || meta === null || run.started === null || run.started.body === null) return null
      return callDigestOf(meta.tool, meta.tool.pin, args, ports.sha256, callSaltOf(run))
    },
  })
}

/** The end of a call whose result was taken from where the branch came from. */
export function endRecorded(ports: TurnPorts, at: number, { call: { callId } }: CallState, original: CallStateOf<'done'>): TurnEventOf<'tool.ended'> {
  const { outcome, tainted, meta, body } = original.ended
  if (body === null) throw new AppError('input.not-found', 'The recorded result of a call is no longer kept.')
  const { readText } = ports.journal
  const whole = (text: typeof body.content): typeof body.content => inlineText(readText(text))
  return {
    kind: 'tool.ended', version: 1, at, callId, outcome: outcome === 'ok' ? 'ok' : 'error', cause: 'recorded', tainted,
    meta: { errorCode: meta?.errorCode ?? null, durationMs: 0, fromCache: false, cutLength: meta?.cutLength ?? 0 },
    body: {
      content: whole(body.content), whole: body.whole === null ? null : whole(body.whole), taint: [...body.taint],
      ...(body.images === undefined ? {} : { images: body.images.map((image) => ({ ...image, data: whole(image.data), original: image.original === null ? null : whole(image.original) })) }),
    },
  }
}

export const nameOf = ({ call: { meta } }: CallState): string => (meta === null ? 'a call' : meta.tool === null ? meta.name : `${meta.tool.connectorId} ${meta.tool.tool}`)

export const branchBlocked = (at: number, call: CallState, what: 'call' | 'step', name: string, reason: BlockReason): TurnEventOf<'branch.blocked'> =>
  ({ kind: 'branch.blocked', version: 1, at, callId: call.call.callId, what, meta: { name: name.slice(0, 400), reason }, body: {} })

/** What code is told that asked for it; catching it doesn't help. */
export const blockedError = (name: string, reason: BlockReason): AppError => new AppError('write_tool_blocked', blockedSentence(name, reason))

export type EffectRule =
  | { readonly do: 'begin' }
  | { readonly do: 'take'; readonly record: RecordedEffect; readonly event: TurnEventOf<'effect.ended'> }
  | { readonly do: 'block'; readonly reason: BlockReason }

/** What a branch does with a step of a running call's code that it has no record of itself. */
export function effectRuleOf(ports: TurnPorts, state: TurnState, call: CallStateOf<'running'>, effectId: string, effect: 'read' | 'pure' | 'write'): EffectRule {
  const branch = state.started?.branch
  if (branch === undefined || (branch.mode === 'live' && call.call.step !== firstStepOf(state))) return { do: 'begin' }
  const original = originalOf(ports, state, call)
  const known = original?.kind === 'same' ? findOriginalEffect(original.call, effectId) : null
  if (known !== null && known.body !== null) {
    const { taint } = known.body
    const value = ports.journal.readText(known.body.value)
    return {
      do: 'take', record: { outcome: known.outcome, value, taint },
      event: { ...known, at: ports.clock.now(), callId: call.call.callId, attempt: 0, from: 'origin', body: { value: inlineText(value), taint } },
    }
  }
  if (branch.mode === 'live' || effect !== 'write' || isAllowed(state, allowTokenOf('code', effectId))) return { do: 'begin' }
  return { do: 'block', reason: known !== null || original?.kind === 'not-kept' ? 'effect' : 'step' }
}
