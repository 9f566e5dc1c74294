import { AppError } from '../../../shared/errors.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import { stepOf, type CallState, type TurnState } from '../../../shared/turn-state.ts'
import { callDigestOf } from '../tools/fingerprint.ts'
import { blockedError, branchBlocked, endRecorded, nameOf, ruleOf } from './branch-guard.ts'
import { endRefused, endUnknown, gateDecided, toolStarted } from './call-events.ts'
import { judgeCall } from './judge-call.ts'
import type { NestedRequest } from './mailbox-message.ts'
import { isRead } from './next-step.ts'
import type { Recorder } from './recorder.ts'
import { callSaltOf, toolCalled } from './step-events.ts'
import type { TurnPorts } from './turn-ports.ts'

export type NestedOutcome =
  | { readonly kind: 'start'; readonly callId: CallId }
  /** It runs already, taken up again after a crash; its end is the answer. */
  | { readonly kind: 'join'; readonly callId: CallId }
  | { readonly kind: 'done'; readonly call: Extract<CallState, { status: 'done' }> }

/**
 * Records a call from code: its position, the gate's decision, its start. Nothing suspends inside a tool (D19), so a call
 * that would have to ask is denied here. After a crash the same position finds its record: done once, not done again.
 * @throws AppError `tool.rejected`, `tool.nested-question`, `tool.concurrent-call-id`, `tool.replay-changed`, `turn.ended`
 */
export function recordNestedCall(ports: TurnPorts, recorder: Recorder, request: NestedRequest, isAwaited: (callId: CallId) => boolean): NestedOutcome {
  const parent = recorder.state.calls.get(request.parent)
  if (parent?.status !== 'running') throw new AppError('turn.ended', 'The call that made this one is no longer running.')
  const known = [...recorder.state.calls.values()].find(({ call }) => call.position === request.position)
  return known === undefined ? begin(ports, recorder, request, parent) : takeUp(ports, recorder, request, known, isAwaited)
}

function begin(ports: TurnPorts, recorder: Recorder, request: NestedRequest, parent: CallState): NestedOutcome {
  const { clock } = ports
  const entry = ports.catalog.find(request.tool)
  const step = stepOf(recorder.state, parent.call.step)
  const making = { turnId: recorder.state.turnId, step: parent.call.step, at: clock.now(), offered: step?.started.meta?.offered ?? [], catalog: ports.catalog, newCallId: ports.ids.newCallId, sha256: ports.sha256, callSalt: callSaltOf(recorder.state), started: recorder.state.started }
  const name = entry?.modelName ?? `${request.tool.connectorId}__${request.tool.tool}`
  const called = toolCalled(making, { name, canonical: canonicalJson(request.args), malformed: null }, request.position, 'code', null)
  recorder.record(called)
  const made = find(recorder.state, called.callId)
  const rule = made.status === 'called' ? ruleOf(ports, recorder.state, made) : { do: 'judge' as const }
  if (rule.do === 'take') {
    recorder.record(endRecorded(ports, clock.now(), made, rule.call))
    recorder.commit()
    const taken = find(recorder.state, called.callId)
    if (taken.status === 'done') return { kind: 'done', call: taken }
  }
  const judged = judgeCall(ports, recorder.state, find(recorder.state, called.callId))
  if (rule.do === 'block' && judged.verdict !== 'deny') {
    recorder.record(branchBlocked(clock.now(), made, 'call', nameOf(made), rule.reason))
    recorder.commit()
    throw blockedError(nameOf(made), rule.reason)
  }
  if (judged.verdict === 'run') {
    recorder.record(judged)
    recorder.record(toolStarted(clock.now(), find(recorder.state, called.callId)))
    return { kind: 'start', callId: called.callId }
  }
  const asks = judged.verdict === 'ask'
  const denied = asks ? gateDecided(judged.at, judged.callId, { verdict: 'deny', reason: { kind: 'unfit', detail: 'it would have to ask, and nothing waits inside a tool' } }, judged.meta?.toolClass ?? 'destructive', [], null) : judged
  recorder.record(denied)
  const refused = find(recorder.state, called.callId)
  if (refused.status === 'refused') recorder.record(endRefused(clock.now(), refused))
  recorder.commit()
  throw asks
    ? new AppError('tool.nested-question', `${name} would have to ask the person, and nothing can wait inside another tool.`)
    : new AppError('tool.rejected', `${name} was denied (${denied.meta?.reason ?? 'no reason kept'}).`)
}

function takeUp(ports: TurnPorts, recorder: Recorder, request: NestedRequest, known: CallState, isAwaited: (callId: CallId) => boolean): NestedOutcome {
  const { callId, meta } = known.call
  if (known.status === 'running' && isAwaited(callId) && isSameTool(meta?.tool ?? null, request.tool)) throw concurrent(request.position)
  const digest = meta?.tool === undefined || meta.tool === null ? null : callDigestOf(request.tool, meta.tool.pin, canonicalJson(request.args), ports.sha256, callSaltOf(recorder.state))
  if (digest !== null && digest !== meta?.digest) throw new AppError('tool.replay-changed', `The call at ${request.position} was made with another tool or other arguments before.`, { kept: 'The record of the first one.' })
  switch (known.status) {
    case 'done':
      if (known.attempts === 0 && known.ended.cause !== 'recorded') throw new AppError('tool.rejected', `The call at ${request.position} was denied before.`)
      return { kind: 'done', call: known }
    case 'running':
      return { kind: 'join', callId }
    case 'unknown':
      if (isRead(known)) {
        recorder.record(toolStarted(ports.clock.now(), known))
        return { kind: 'start', callId }
      }
      recorder.record(endUnknown(ports.clock.now(), callId))
      recorder.commit()
      throw new AppError('tool.failed', `The call at ${request.position} was interrupted; it may or may not have taken effect.`)
    case 'called': case 'cleared': case 'parked': case 'approved': case 'refused': case 'joined':
      throw new AppError('tool.rejected', `The call at ${request.position} can’t be made again.`)
  }
}

const isSameTool = (made: ToolIdentity | null, asked: ToolIdentity): boolean => made !== null && made.connectorId === asked.connectorId && made.tool === asked.tool

const concurrent = (position: string): AppError => new AppError('tool.concurrent-call-id', `A call at ${position} is running.`, { advice: 'Give calls that run together ids of their own.' })

function find(state: TurnState, callId: CallId): CallState {
  const call = state.calls.get(callId)
  if (call === undefined) throw new Error('a call that was just recorded is missing')
  return call
}
