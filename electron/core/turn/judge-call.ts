import { decideGate, decideStart } from '../gate/gate.ts'
import { gatherFacts } from '../gate/facts.ts'
import { stepOf, type CallState, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import type { TurnEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { explainDecision } from '../gate/explain.ts'
import { endUnknown, gateDecided, outcomeAsked, toolStarted } from './call-events.ts'
import { notRunAgainText } from './result-text.ts'
import type { Startable } from './next-step.ts'
import type { TurnPorts } from './turn-ports.ts'

/** The gate's decision on a call, as an event. */
export function judgeCall(ports: TurnPorts, state: TurnState, call: CallState): TurnEventOf<'gate.decided'> {
  const facts = gatherFacts(ports.facts, state, call)
  const decision = decideGate(facts)
  const entry = call.call.meta?.tool === undefined || call.call.meta.tool === null ? null : ports.catalog.find(call.call.meta.tool)
  const now = ports.clock.now()
  const expiresAt = decision.verdict === 'ask' && entry !== null && entry.tool.approvalTimeoutMs !== null ? now + Math.ceil(entry.tool.approvalTimeoutMs) : null
  return gateDecided(now, call.call.callId, decision, facts.toolClass ?? 'destructive', stepOf(state, call.call.step)?.taint ?? [], expiresAt)
}

/**
 * What becomes of a call that is about to start, on the facts of this moment: it starts, asks again, or is denied.
 * Empty: it has to ask and another question is open, so it waits.
 */
export function judgeStart(ports: TurnPorts, state: TurnState, call: Startable): readonly TurnEvent[] {
  const now = ports.clock.now()
  switch (call.status) {
    case 'cleared': {
      const judged = judgeCall(ports, state, call)
      if (judged.verdict === 'run') return isSameDecision(call.decision, judged) ? [startOf(ports, now, call)] : [judged]
      return judged.verdict === 'ask' && state.parked !== null ? [] : [judged]
    }
    case 'approved': return judgeApproved(ports, state, call, now)
    case 'unknown': {
      const facts = gatherFacts(ports.facts, state, call)
      if (call.settled?.answer === 'run-again') {
        const decision = decideStart(facts, call.decision.meta?.toolClass ?? 'read')
        // What only waits for its connector can still run: that is the person's to say again.
        if (decision.start === 'deny' && decision.reason.kind === 'not-ready') return state.parked === null ? [outcomeAsked(now, call.call.callId)] : []
        // Stricter facts don't ask once more: what may have happened already is left at that.
        return decision.start === 'run' ? [toolStarted(now, call)] : [endUnknown(now, call.call.callId, notRunAgainText(explainDecision('deny', decision.reason, [])))]
      }
      // Only what is a read today as well may run twice by itself.
      const again = facts.toolClass !== 'read' ? false : call.answer === null ? decideGate(facts).verdict === 'run' : decideStart(facts, call.decision.meta?.toolClass ?? 'read').start === 'run'
      return again ? [toolStarted(now, call)] : [endUnknown(now, call.call.callId)]
    }
  }
}

/** A call that starts a run is stored with that run's id before there is one. */
function startOf({ catalog, ids }: TurnPorts, at: number, call: Startable): TurnEventOf<'tool.started'> {
  const identity = call.call.meta?.tool ?? null
  const delegates = identity === null ? undefined : catalog.find(identity)?.tool.delegates
  return toolStarted(at, call, delegates === undefined ? null : ids.newTurnId())
}

/** Another class, or another standing approval, is another decision: it is stored, and counted, before anything starts on it. */
function isSameDecision(known: TurnEventOf<'gate.decided'>, judged: TurnEventOf<'gate.decided'>): boolean {
  const [before, after] = [known.body?.reason, judged.body?.reason]
  if (known.meta?.toolClass !== judged.meta?.toolClass) return false
  return after?.kind !== 'standing-approval' || (before?.kind === 'standing-approval' && before.id === after.id)
}

function judgeApproved(ports: TurnPorts, state: TurnState, call: CallStateOf<'approved'>, now: number): readonly TurnEvent[] {
  const facts = gatherFacts(ports.facts, state, call)
  const decision = decideStart(facts, call.decision.meta?.toolClass ?? 'read')
  switch (decision.start) {
    case 'run': return [startOf(ports, now, call)]
    case 'void': return [{ kind: 'approval.voided', version: 1, at: now, callId: call.call.callId, question: call.answer.question, meta: { reason: decision.reason.kind }, body: { reason: decision.reason } }]
    case 'deny': return [gateDecided(now, call.call.callId, { verdict: 'deny', reason: decision.reason }, facts.toolClass ?? 'destructive', [], null)]
  }
}
