import { AppError } from '../../../shared/errors.ts'
import type { CallExplanation } from '../../../shared/explain.ts'
import type { CallId } from '../../../shared/ids.ts'
import { stepOf, type CallState, type TurnState } from '../../../shared/turn-state.ts'
import { explainDecision, nameSources } from '../gate/explain.ts'

/** Why a call ran, asked or was denied, read from its journal. @throws AppError `input.not-found` */
export function explainCall(state: TurnState, callId: CallId): CallExplanation {
  const call = state.calls.get(callId)
  if (call === undefined) throw new AppError('input.not-found', 'That call is not in this turn.')
  if (call.status === 'called') return { sentence: 'It has not been judged yet: another question is open before it.', steps: [], eventSeq: null }
  if (call.status === 'done' && call.ended.cause === 'recorded') return { sentence: 'This is a branch: it did not run, and its result was taken from the record of the run that the branch came from.', steps: endSteps(call), eventSeq: null }
  if (call.status === 'done' && call.ended.cause === 'blocked') return { sentence: state.ended?.body?.message ?? 'The branch stopped before it. Nothing ran.', steps: endSteps(call), eventSeq: null }
  if (call.decision === null) return { sentence: 'It was closed before it was judged.', steps: endSteps(call), eventSeq: null }
  const { decision } = call
  if (decision.body === null) return { sentence: 'The decision’s reason is no longer kept.', steps: endSteps(call), eventSeq: null }
  const tool = call.call.meta?.tool ?? null
  const step = stepOf(state, call.call.step)
  const sources = step?.tainted === true ? step.taint : []
  return {
    sentence: explainDecision(decision.verdict, decision.body.reason, sources),
    steps: [
      ...(tool === null ? [] : [{ title: 'Class', detail: `${tool.toolClass} (${PROVENANCE[tool.provenance]})` }]),
      { title: 'What the model had read', detail: sources.length === 0 ? 'Nothing from outside.' : `${capital(nameSources(sources))}.` },
      { title: 'Decision', detail: decision.verdict },
      ...endSteps(call),
    ],
    eventSeq: 'question' in call ? call.question : null,
  }
}

const PROVENANCE = { 'unset': 'nobody set one', 'hinted': 'the server’s own word', 'set': 'set by you', 'built-in': 'built in' } as const

function endSteps(call: CallState): { title: string; detail: string }[] {
  const answer = 'answer' in call ? call.answer : null
  return [
    ...(answer === null ? [] : [{ title: 'Answer', detail: `${answer.answer} by ${answer.by === 'person' ? 'you' : answer.by === 'clock' ? 'the time limit' : 'the turn'}${(answer.body?.reason ?? null) === null ? '' : `: ${answer.body?.reason ?? ''}`}` }]),
    ...(call.status === 'done' ? [{ title: 'Result', detail: call.ended.outcome === 'unknown' ? 'unknown: it may or may not have taken effect' : call.ended.outcome }] : []),
  ]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
