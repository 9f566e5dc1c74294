import { CallId, TurnId, type ChatId } from '../../../shared/ids.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { called, decided, started, stepEnded, stepStarted, toolEnded, toolStarted, turnEnded } from '../../shared/turn-events.ts'

export const turnNumber = (kind: string, number: number): TurnId => TurnId.parse(`turn_${kind}${String(number).padStart(7, '0')}`)

/** What a step of a turn stores: each of these goes into the journal in one commit. */
export interface StepCommits { readonly starts: readonly TurnEvent[]; readonly calls: readonly TurnEvent[]; readonly ends: readonly TurnEvent[] }

export interface Said { readonly chatId: ChatId; readonly parentTurnId: TurnId | null; readonly at: number; readonly message: string }

export const startOf = ({ chatId, parentTurnId, at, message }: Said): TurnEvent =>
  started({ at, chatId, parentTurnId, body: { message: [{ origin: 'typed', text: { text: message }, vouched: true }], taint: [] } })

/** A step that says a few words and makes one call, which reads. */
export function callingStep(turnId: TurnId, step: number, result: string): StepCommits {
  const name = `${turnId.slice('turn_'.length)}x${step}`
  const ended = toolEnded(name, 'ok', 'ran')
  if (ended.kind !== 'tool.ended' || ended.body === null) throw new Error('no end of a call')
  return {
    starts: [stepStarted(step)],
    calls: [called(name, `${step}.1`, { body: { arguments: { text: `{"number":${step}}` }, raw: null } }, 'read'), saying(step, 'I look that up.', [CallId.parse(`call_${name}`)]), decided(name, 'run', 'read'), toolStarted(name)],
    ends: [{ ...ended, body: { ...ended.body, content: { text: result } } }],
  }
}

export const answeringStep = (step: number, text: string): readonly TurnEvent[] => [stepStarted(step), saying(step, text, []), turnEnded()]

function saying(step: number, text: string, calls: readonly CallId[]): TurnEvent {
  const event = stepEnded(step, calls.length > 0 ? 'tool_use' : 'end_turn')
  if (event.kind !== 'step.ended') throw new Error('no end of a step')
  return { ...event, body: { blocks: [{ type: 'text', text: { text } }, ...calls.map((callId) => ({ type: 'call' as const, callId }))], message: null } }
}

export const shiftTo = (events: readonly TurnEvent[], at: number): readonly TurnEvent[] => events.map((event, index) => ({ ...event, at: at + index }))

const KIB = 1024
/** Every fifth is 8 to 64 KiB long, the others a few lines. */
export const resultOf = (number: number): string => {
  const line = `${number} is what was looked for, and this is one line of what was found about it.\n`
  const length = number % 5 === 0 ? (8 + ((number / 5) % 8) * 8) * KIB : 200
  return line.repeat(Math.ceil(length / line.length)).slice(0, length)
}
