import { canonicalJson } from '../../../shared/json.ts'
import type { GateDecision } from '../../../shared/policy.ts'
import { stepOf, type CallState } from '../../../shared/turn-state.ts'
import type { TurnEventOf } from '../../../shared/turn-event.ts'
import { explainDecision } from '../gate/explain.ts'
import { decideGate, decideStart, type GateFacts } from '../gate/gate.ts'
import { callDigestOf } from '../tools/fingerprint.ts'
import { parseArguments } from '../tools/parse-arguments.ts'
import { boundResult } from '../turn/bound-result.ts'
import { limitsOf } from '../turn/next-step.ts'
import { CHECK_OUTCOME_TEXT, deniedText, READ_STOPPED_TEXT, REJECTED_WITH_OTHERS_TEXT, STOPPED_TEXT, SUPERSEDED_TEXT, toldText, unapprovedText } from '../turn/result-text.ts'
import { factsOf, isJudgeable, sayNext, type Difference, type Place } from './replay-place.ts'

/** Whether the name means the same tool with the same definition, and the arguments the same call. */
export function checkCalled({ state, sources }: Place, event: TurnEventOf<'tool.called'>): Difference | null {
  const { meta, body, position } = event
  if (meta === null) return null
  const differ = (what: Difference['what'], sentence: string, old: string, now: string): Difference => ({ what, position, sentence, old, new: now })
  const { tool } = meta
  if (tool === null) {
    const found = (stepOf(state, event.step)?.started.meta?.offered ?? []).find(({ name }) => name === meta.name) ?? sources.toolByName(meta.name)
    return found === null ? null : differ('tool', `Nothing was registered as ${meta.name} then, and something is today.`, 'no tool', `${found.connectorId}: ${found.tool}`)
  }
  const today = sources.tool(tool)
  if (today === null) return differ('tool', `The tool ${tool.tool} of ${tool.connectorLabel} is gone.`, `${tool.connectorId}: ${tool.tool}`, 'no tool')
  if (today.pin !== tool.pin) {
    return differ('definition', `The tool ${tool.tool} of ${tool.connectorLabel} has another name, description, schema or command than it had.`,
      sources.definitionOf(tool, tool.pin) ?? `The definition with the hash ${tool.pin}; its text is not kept.`, today.definition)
  }
  if (body === null || meta.malformed !== null) return null
  const text = sources.readText(body.arguments)
  if (text === null) return null
  const parsed = parseArguments(text)
  const canonical = parsed.ok ? parsed.canonical : canonicalJson({ problem: parsed.problem })
  if (canonical !== text) return differ('arguments', `The arguments of the call at ${position} would be read as others.`, text, canonical)
  const digest = callDigestOf(tool, tool.pin, canonical, sources.sha256, state.started?.body?.callSalt)
  return digest === meta.digest ? null : differ('arguments', `What an approval of the call at ${position} is bound to would be another.`, meta.digest, digest)
}

/** Whether the gate would decide the same, on the facts of today. */
export function checkDecided(place: Place, event: TurnEventOf<'gate.decided'>): Difference | null {
  const { state, sources } = place
  const call = state.calls.get(event.callId)
  if (call === undefined) return null
  if (call.status === 'called' && call.call.author === 'model') {
    const next = place.plan()
    if (next.do !== 'gate' || next.call.call.callId !== event.callId) return otherStep(place, `the gate judged the call at ${call.call.position}`, call.call.position)
  }
  if (!isJudgeable(call) || event.body === null) return null
  const facts = factsOf(sources, state, call, event)
  const today = call.status === 'approved' ? decisionAtStart(facts, call.decision) : fromCode(call, decideGate(facts))
  const [old, now] = [sayDecision(event.verdict, event.body.reason, event.body.taint), sayDecision(today.verdict, today.reason, stepOf(state, call.call.step)?.taint ?? [])]
  const isSame = today.verdict === event.verdict && (event.verdict !== 'deny' || deniedText(event.body.reason) === deniedText(today.reason))
  return isSame ? null : { what: 'verdict', position: call.call.position, sentence: `The gate would decide otherwise about ${nameOf(call)}.`, old, new: now }
}

/** Whether the call would start, and be next. */
export function checkStarted(place: Place, event: TurnEventOf<'tool.started'>): Difference | null {
  const { state, sources } = place
  const call = state.calls.get(event.callId)
  if (call === undefined) return null
  if (call.call.author !== 'code') {
    const next = place.plan()
    if (next.do !== 'start' || !next.calls.some((one) => one.call.callId === event.callId)) return otherStep(place, `the call at ${call.call.position} started`, call.call.position)
  }
  if (!isJudgeable(call) || !('decision' in call) || call.decision === null || call.decision.body === null) return null
  const facts = factsOf(sources, state, call, call.decision)
  const today = call.status === 'cleared' ? decideGate(facts) : decisionAtStart(facts, call.decision)
  return today.verdict === 'run' ? null : { what: 'verdict', position: call.call.position, sentence: `${nameOf(call)} would not start today.`, old: 'It started.', new: sayDecision(today.verdict, today.reason, stepOf(state, call.call.step)?.taint ?? []) }
}

/** Whether an answer would be taken back. */
export function checkVoided({ state, sources }: Place, event: TurnEventOf<'approval.voided'>): Difference | null {
  const call = state.calls.get(event.callId)
  if (call?.status !== 'approved' || !isJudgeable(call) || event.body === null) return null
  const today = decisionAtStart(factsOf(sources, state, call, call.decision), call.decision)
  return today.verdict === 'ask' ? null : { what: 'verdict', position: call.call.position, sentence: `The answer about ${nameOf(call)} would not be taken back today.`, old: sayDecision('ask', event.body.reason, []), new: sayDecision(today.verdict, today.reason, []) }
}

/** Whether the model would be told the same, where what it is told is ours to say. */
export function checkEnded({ state, sources }: Place, event: TurnEventOf<'tool.ended'>): Difference | null {
  const call = state.calls.get(event.callId)
  if (call === undefined || event.body === null) return null
  const content = sources.readText(event.body.content)
  if (content === null) return null
  const whole = event.body.whole === null ? content : sources.readText(event.body.whole)
  const today = event.cause === 'ran' ? (whole === null ? null : boundResult(whole, limitsOf(state).resultLength).content) : ownResult(call, event, sources.readText)
  return today === null || today === content ? null : { what: 'result', position: call.call.position, sentence: `The model would be told something else about ${nameOf(call)}.`, old: content, new: today }
}

/** Null: it isn't one of those texts. */
function ownResult(call: CallState, { cause }: TurnEventOf<'tool.ended'>, readText: Place['sources']['readText']): string | null {
  const settled = 'settled' in call ? call.settled : null
  switch (cause) {
    case 'ran': case 'recorded': case 'blocked': return null
    case 'denied': return call.status === 'refused' && call.decision.body !== null ? deniedText(call.decision.body.reason) : null
    case 'rejected': case 'expired': case 'superseded': case 'stopped':
      if (call.status === 'refused' && call.answer !== null && call.answer.answer !== 'approved') return call.answer.body === null ? null : unapprovedText(call.answer.answer, call.answer.body.reason)
      if (cause === 'rejected') return REJECTED_WITH_OTHERS_TEXT
      if (cause === 'superseded') return SUPERSEDED_TEXT
      return cause === 'stopped' ? (call.status === 'running' ? READ_STOPPED_TEXT : STOPPED_TEXT) : null
    case 'told': {
      if (settled?.body === undefined || settled.body === null) return null
      const result = settled.body.result === null ? null : readText(settled.body.result)
      return settled.body.result !== null && result === null ? null : toldText(result)
    }
    case 'interrupted': return settled?.answer === 'check' ? CHECK_OUTCOME_TEXT : null
  }
}

export const otherStep = (place: Place, recorded: string, position: string | null): Difference =>
  ({ what: 'next-step', position, sentence: 'Something else would come next.', old: `Then ${recorded}.`, new: `Today ${sayNext(place.plan())}.` })

/** As a start is judged (D5), in the words of a decision. */
function decisionAtStart(facts: GateFacts, decision: TurnEventOf<'gate.decided'>): Pick<GateDecision, 'verdict' | 'reason'> {
  const start = decideStart(facts, decision.meta?.toolClass ?? 'read')
  switch (start.start) {
    case 'run': return { verdict: 'run', reason: decideGate(facts).reason }
    case 'void': return { verdict: 'ask', reason: start.reason }
    case 'deny': return { verdict: 'deny', reason: start.reason }
  }
}

/** Nothing waits inside a tool: what would ask there is denied (D19). */
function fromCode(call: CallState, decision: GateDecision): Pick<GateDecision, 'verdict' | 'reason'> {
  if (call.call.author !== 'code' || decision.verdict !== 'ask') return decision
  return { verdict: 'deny', reason: { kind: 'unfit', detail: 'it would have to ask, and nothing waits inside a tool' } }
}

const VERDICTS: Readonly<Record<GateDecision['verdict'], string>> = { run: 'It runs', ask: 'It asks', deny: 'It is denied' }
const sayDecision = (verdict: GateDecision['verdict'], reason: GateDecision['reason'], taint: Parameters<typeof explainDecision>[2]): string =>
  `${VERDICTS[verdict]}: ${explainDecision(verdict, reason, taint)}`
const nameOf = ({ call }: CallState): string => `the call of ${call.meta?.tool?.tool ?? call.meta?.name ?? 'a tool'} at ${call.position}`
