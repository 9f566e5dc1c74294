import { assertNever } from '../../../shared/assert-never.ts'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import type { AnswerChoice } from '../../../shared/policy.ts'
import type { CallState, CallStateOf, QuestionKey, TurnState } from '../../../shared/turn-state.ts'
import type { TurnEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { endWithout } from './call-events.ts'
import { digestOf } from './halt.ts'
import { REJECTED_WITH_OTHERS_TEXT } from './result-text.ts'

export type AnswerOutcome =
  | { readonly kind: 'take'; readonly parked: CallStateOf<'parked'> }
  | { readonly kind: 'late'; readonly receipt: AnswerReceipt }
  | { readonly kind: 'refuse'; readonly code: 'gate.stale-answer' | 'gate.not-parked' | 'gate.not-offered'; readonly message: string }

/** First answer wins: whatever comes after changes nothing and is told who was first. */
export function receiveAnswer(state: TurnState, key: QuestionKey, choice: AnswerChoice): AnswerOutcome {
  const call = state.calls.get(key.callId)
  if (call === undefined) return { kind: 'refuse', code: 'gate.not-parked', message: 'There is no such question.' }
  if (call.status !== 'parked' || call.question !== key.question) return lateOr(call, key)
  if (digestOf(call) !== key.digest) return { kind: 'refuse', code: 'gate.stale-answer', message: 'The answer is for other arguments than the ones that wait. Nothing was changed.' }
  const offered = call.decision.body?.choices.some((option) => isSameChoice(option, choice)) ?? false
  if (!offered) return { kind: 'refuse', code: 'gate.not-offered', message: 'That answer was not among the ones offered. Nothing was changed.' }
  return { kind: 'take', parked: call }
}

/** A wider reach than the one offered is another answer. */
const isSameChoice = (offered: AnswerChoice, given: AnswerChoice): boolean =>
  offered.kind === 'approve-standing' && given.kind === 'approve-standing' ? offered.scope === given.scope && offered.times === given.times : offered.kind === given.kind

const WHO: Readonly<Record<TurnEventOf<'approval.answered'>['by'], string>> = { person: 'you', clock: 'the time limit', turn: 'the turn' }

function lateOr(call: CallState, key: QuestionKey): AnswerOutcome {
  const given = 'answer' in call ? call.answer : null
  if (given === null || given.question !== key.question) return { kind: 'refuse', code: 'gate.not-parked', message: 'This question is no longer open. Nothing was changed.' }
  const who = given.by === 'person' && given.meta?.client !== null && given.meta?.client !== undefined ? 'you, in this or another window' : WHO[given.by]
  return { kind: 'late', receipt: { status: 'late', answer: given.answer, by: given.by, at: given.at, sentence: `This was already ${given.answer} by ${who}. Nothing was changed.` } }
}

export interface Answering { readonly at: number; readonly client: string; readonly reason: string | null }

/** An accepted answer as events. */
export function answerEvents(state: TurnState, parked: CallStateOf<'parked'>, choice: AnswerChoice, { at, client, reason }: Answering): readonly TurnEvent[] {
  const answered = (answer: 'approved' | 'rejected', standing: Extract<AnswerChoice, { kind: 'approve-standing' }> | null): TurnEvent => ({
    kind: 'approval.answered', version: 1, at, callId: parked.call.callId, question: parked.question, answer, by: 'person',
    meta: { digest: digestOf(parked), client, standing: standing === null ? null : { scope: standing.scope, times: standing.times } }, body: { reason },
  })
  switch (choice.kind) {
    case 'approve': return [answered('approved', null)]
    case 'approve-standing': return [answered('approved', choice)]
    case 'reject': case 'edit': return [answered('rejected', null)]
    case 'reject-following': {
      const following = followingCalls(state, parked).map((call) => endWithout(at, call.call.callId, 'rejected', REJECTED_WITH_OTHERS_TEXT))
      return [answered('rejected', null), ...following]
    }
    default: return assertNever(choice, 'answer')
  }
}

/** Calls of the same step that wait, not yet judged, behind a question. */
export const followingCalls = (state: TurnState, parked: CallState): readonly CallStateOf<'called'>[] =>
  [...state.calls.values()].filter((call): call is CallStateOf<'called'> => call.status === 'called' && call.call.step === parked.call.step && call.call.callId !== parked.call.callId)
