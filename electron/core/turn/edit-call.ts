import { AppError } from '../../../shared/errors.ts'
import { stepOf, type CallStateOf } from '../../../shared/turn-state.ts'
import { parseArguments } from '../tools/parse-arguments.ts'
import { isStricter } from '../gate/gate.ts'
import { answerEvents } from './answer.ts'
import { digestOf } from './halt.ts'
import { judgeCall } from './judge-call.ts'
import type { Recorder } from './recorder.ts'
import { callSaltOf, toolCalled } from './step-events.ts'
import type { TurnPorts } from './turn-ports.ts'

/**
 * Rejects the call that waits and records one that the person wrote, with a position, digest and gate check of its own.
 * Where the gate asks about it, their having written and sent it is the answer, recorded as one.
 * @throws AppError `input.invalid` when the text isn't an object that fits the tool; then the question stays open
 */
export function editedCallEvents(ports: TurnPorts, recorder: Recorder, parked: CallStateOf<'parked'>, argumentsText: string, client: string): void {
  const { clock } = ports
  const parsed = parseArguments(argumentsText)
  const meta = parked.call.meta
  const entry = meta?.tool === undefined || meta.tool === null ? null : ports.catalog.find(meta.tool)
  if (meta === null || entry === null) throw new AppError('input.invalid', 'This tool is no longer there, so the call can’t be edited.', { kept: 'The question is still open.' })
  if (entry.pin !== meta.tool?.pin) throw new AppError('gate.stale-answer', 'This tool’s definition is not the one that the question was about, so the call can’t be edited.', { kept: 'The question is still open and nothing ran.', advice: 'Reject it and ask again.' })
  const problem = parsed.ok ? entry.tool.check(parsed.value) : parsed
  if (problem !== null || !parsed.ok) {
    throw new AppError('input.invalid', `The arguments don't fit: ${problem === null || problem.path === '' ? '' : `${problem.path}: `}${problem?.problem ?? ''}.`, { kept: 'The question is still open and nothing ran.', advice: 'Correct the arguments and send them again.' })
  }
  const at = clock.now()
  const calls = [...recorder.state.calls.values()].filter(({ call }) => call.step === parked.call.step)
  recorder.record(...answerEvents(recorder.state, parked, { kind: 'edit' }, { at, client, reason: 'The person changed the arguments.' }))
  const making = { turnId: recorder.state.turnId, step: parked.call.step, at, offered: stepOf(recorder.state, parked.call.step)?.started.meta?.offered ?? [], catalog: ports.catalog, newCallId: ports.ids.newCallId, sha256: ports.sha256, callSalt: callSaltOf(recorder.state), started: recorder.state.started }
  const authored = toolCalled(making, { name: meta.name, canonical: parsed.canonical, malformed: null }, `${parked.call.step}.${calls.length + 1}`, 'person', parked.call.callId)
  recorder.record(authored)
  const call = recorder.state.calls.get(authored.callId)
  if (call === undefined) return
  recorder.record(judgeCall(ports, recorder.state, call))
  const judged = recorder.state.calls.get(authored.callId)
  // They wrote it for a call of the class that the card showed; a stricter one asks for itself.
  if (judged?.status !== 'parked' || isStricter(judged.decision.meta?.toolClass ?? 'destructive', parked.decision.meta?.toolClass ?? 'read')) return
  recorder.record({ kind: 'approval.answered', version: 1, at, callId: authored.callId, question: judged.question, answer: 'approved', by: 'person', meta: { digest: digestOf(judged), client, standing: null }, body: { reason: null } })
}
