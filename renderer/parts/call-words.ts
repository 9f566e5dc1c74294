import { formatMoney } from '../../shared/cap.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { GateReason, Verdict } from '../../shared/policy.ts'
import type { CallState } from '../../shared/turn-state.ts'
import { strings } from '../strings/en.ts'

export type CallTone = 'neutral' | 'asks' | 'ok' | 'destructive' | 'write'

/** What became of a call in a few words, and how loud they are. `isTrouble`: something a person should look at. */
export interface CallWords {
  readonly text: string
  readonly tone: CallTone
  readonly isTrouble: boolean
}

export function callWords(call: CallState): CallWords {
  const words = strings.chat.tool.status
  const calm = (text: string): CallWords => ({ text, tone: 'neutral', isTrouble: false })
  switch (call.status) {
    case 'called': return calm(words.called)
    case 'cleared': return calm(words.cleared)
    case 'approved': return calm(words.approved)
    case 'refused': return calm(words.refused)
    case 'running': return calm(words.running)
    case 'joined': return calm(words.joined)
    case 'parked': return { text: words.parked, tone: 'asks', isTrouble: false }
    case 'unknown': return { text: words.mayHaveRun, tone: call.question === null ? 'write' : 'asks', isTrouble: true }
    case 'done': return endWords(call)
    default: return assertNever(call, 'call state')
  }
}

function endWords({ ended, decision }: Extract<CallState, { status: 'done' }>): CallWords {
  const words = strings.chat.tool.status
  switch (ended.cause) {
    case 'ran': return ended.outcome === 'ok'
      ? { text: words.ok, tone: 'ok', isTrouble: false }
      : { text: words.failed, tone: 'destructive', isTrouble: true }
    // The turn says once that it reached a limit; each call it cut off needn't.
    case 'denied': return { text: words.denied, tone: 'destructive', isTrouble: decision?.body?.reason.kind !== 'limit' }
    case 'interrupted': return { text: words.mayHaveRun, tone: 'write', isTrouble: true }
    case 'rejected': return { text: words.rejected, tone: 'neutral', isTrouble: false }
    case 'expired': return { text: words.expired, tone: 'neutral', isTrouble: false }
    case 'superseded': return { text: words.superseded, tone: 'neutral', isTrouble: false }
    case 'stopped': return { text: words.stopped, tone: 'neutral', isTrouble: false }
    case 'told': return { text: words.told, tone: 'ok', isTrouble: false }
    case 'recorded': return { text: words.recorded, tone: 'neutral', isTrouble: ended.outcome !== 'ok' }
    case 'blocked': return { text: words.blocked, tone: 'write', isTrouble: true }
    default: return assertNever(ended.cause, 'call cause')
  }
}

/** One sentence: what the gate did and why. Plain text; it may quote names that a stranger chose. */
export function gateSentence(verdict: Verdict, reason: GateReason): string {
  const words = strings.chat.gate
  switch (reason.kind) {
    case 'matrix': return words.matrix(words[verdict], words.toolClass[reason.toolClass], words.column[reason.column])
    case 'requires-approval': return words.requiresApproval(words.requires[reason.by])
    case 'exfiltration-guard': return reason.destinations.length === 0 ? words.guardUnknown : words.guard(reason.destinations.join(', '))
    case 'standing-approval': return words.standing
    case 'standing-word': return reason.word === 'delegate' ? words.delegateWord(reason.role) : words.standingWord(reason.role)
    case 'no-approval-channel': return words.noChannel(words.toolClass[reason.toolClass])
    case 'unknown-tool': return words.unknownTool(reason.name)
    case 'ceiling': return words.ceiling(reason.role)
    case 'read-only-model': return words.readOnlyModel(reason.model)
    case 'arguments': return words.arguments(reason.path, reason.problem)
    case 'changed': return words.changed
    case 'switched-off': return words.switchedOff(reason.by)
    case 'limit': return words.limit[reason.limit]
    case 'allowance': return words.allowance(formatMoney(reason.price), formatMoney(Math.max(0, reason.perRun - reason.reserved)), formatMoney(reason.perRun))
    case 'not-ready': return words.notReady(reason.detail)
    case 'unfit': return words.unfit(reason.detail)
    default: return assertNever(reason, 'gate reason')
  }
}
