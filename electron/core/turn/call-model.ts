import { AppError, toWireError } from '../../../shared/errors.ts'
import { canonicalJson } from '../../../shared/json.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import { StopReason, type Malformed, type StepBlock } from '../../../shared/turn-event.ts'
import { NO_USAGE, Usage } from '../../../shared/usage.ts'
import type { ModelPort, ModelRequest } from '../model/model.ts'
import type { KnownSecrets } from '../secrets/known-secrets.ts'
import { parseArguments } from '../tools/parse-arguments.ts'

/** A call as the model wrote it, before anybody looked up what it names. */
export interface WrittenCall {
  readonly name: string
  /** Canonical JSON of an object; `{}` when malformed. */
  readonly canonical: string
  readonly malformed: { readonly kind: Malformed; readonly raw: string } | null
}

export type SpokenBlock = Exclude<StepBlock, { type: 'call' }> | { readonly type: 'written-call'; readonly call: WrittenCall }

export interface ModelAnswer {
  readonly how: 'complete' | 'stopped' | 'failed'
  readonly stopReason: StopReason | null
  /** A stop reason nobody knows, or the code of what failed. */
  readonly detail: string | null
  /** For the person, when it failed. */
  readonly message: string | null
  readonly blocks: readonly SpokenBlock[]
  readonly usage: Usage
}

export interface Spoken {
  /** Called with each piece of text as it comes. */
  readonly onText: (text: string) => void
  readonly onWaiting: (sentence: string) => void
  /** What the model says is stored and shown without them. */
  readonly secrets: KnownSecrets
}

/** In one answer. A turn may make far fewer; each of those beyond is refused by itself, so there must be an end to them. */
export const MOST_CALLS = 256

/**
 * Streams one step. Never throws: a failure is an answer. A stream that ends without saying so, or with an error, keeps
 * its text as seen and none of its calls: half an answer is never acted on.
 */
export async function callModel(model: ModelPort, request: ModelRequest, signal: AbortSignal, spoken: Spoken): Promise<ModelAnswer> {
  const hearing = createHearing(spoken)
  let calls = 0
  try {
    for await (const event of model.stream(request, signal)) {
      // What comes after the stop is nobody's any more.
      if (signal.aborted) return cut(hearing, 'stopped', null, spoken)
      switch (event.type) {
        case 'text': hearing.addText(event.text); break
        case 'thinking':
          // It goes back unchanged or not at all.
          if (spoken.secrets.redact(event.thinking) === event.thinking) hearing.addBlock({ type: 'thinking', thinking: inlineText(event.thinking), signature: event.signature })
          break
        case 'redacted-thinking': hearing.addBlock({ type: 'redacted-thinking', data: inlineText(event.data) }); break
        case 'call-started':
          calls += 1
          if (calls > MOST_CALLS) throw new AppError('model.stream-broken', `The model asked for more than ${MOST_CALLS} calls in one answer, so it was cut off and none of them ran.`, { advice: 'Try again, or choose another model.' })
          hearing.startCall(event.name)
          break
        case 'call-arguments': hearing.addArguments(event.text); break
        case 'call-ended': hearing.endCall(false); break
        case 'waiting': spoken.onWaiting(spoken.secrets.redact(event.sentence)); break
        case 'ended': return complete(hearing, event.stopReason, event.usage)
      }
    }
    return cut(hearing, signal.aborted ? 'stopped' : 'failed', new AppError('model.stream-broken', 'The model’s answer broke off.', { kept: 'What was seen of it.', advice: 'Try again.' }), spoken)
  } catch (error) {
    return cut(hearing, signal.aborted ? 'stopped' : 'failed', error, spoken)
  }
}

/** After one of these the model had said what it wanted; after any other its calls may be half of something. */
const CALLS_COUNT: ReadonlySet<string> = new Set<StopReason>(['tool_use', 'end_turn', 'stop_sequence', 'pause_turn', 'max_tokens'])

function complete(hearing: Hearing, said: string, usage: Usage): ModelAnswer {
  const known = StopReason.safeParse(said)
  hearing.endCall(said === 'max_tokens')
  const spoken = hearing.blocks()
  const blocks = said === 'max_tokens' ? cutLastCall(spoken) : CALLS_COUNT.has(said) ? spoken : spoken.filter((block) => block.type !== 'written-call')
  return { how: 'complete', stopReason: known.success ? known.data : null, detail: known.success ? null : said.slice(0, 80), message: null, blocks, usage: Usage.safeParse(usage).data ?? NO_USAGE }
}

/** Services end a block that they cut as if it were whole: the last one, where it is a call, is cut off. */
function cutLastCall(blocks: readonly SpokenBlock[]): readonly SpokenBlock[] {
  const last = blocks.at(-1)
  if (last?.type !== 'written-call' || last.call.malformed !== null) return blocks
  return [...blocks.slice(0, -1), { type: 'written-call', call: { ...last.call, canonical: '{}', malformed: { kind: 'cut-off', raw: last.call.canonical } } }]
}

function cut(hearing: Hearing, how: 'stopped' | 'failed', error: unknown, { secrets }: Spoken): ModelAnswer {
  const blocks = hearing.blocks().filter((block) => block.type === 'text')
  if (how === 'stopped') return { how, stopReason: null, detail: null, message: null, blocks, usage: NO_USAGE }
  const { code, message, advice } = toWireError(error)
  return { how, stopReason: null, detail: code, message: secrets.redact(advice === undefined ? message : `${message} ${advice}`), blocks, usage: NO_USAGE }
}

interface Hearing {
  readonly addText: (text: string) => void
  readonly addBlock: (block: SpokenBlock) => void
  readonly startCall: (name: string) => void
  readonly addArguments: (text: string) => void
  readonly endCall: (cutOff: boolean) => void
  readonly blocks: () => readonly SpokenBlock[]
}

function createHearing(spoken: Spoken): Hearing {
  const blocks: SpokenBlock[] = []
  let text: string[] = []
  let shown = spoken.secrets.stream()
  let call: { readonly name: string; readonly pieces: string[] } | null = null
  const show = (safe: string): void => { if (safe !== '') spoken.onText(safe) }
  const endText = (): void => {
    const whole = text.join('')
    text = []
    show(shown.end())
    shown = spoken.secrets.stream()
    if (whole.trim() !== '') blocks.push({ type: 'text', text: inlineText(spoken.secrets.redact(whole)) })
  }
  const endCall = (cutOff: boolean): void => {
    if (call === null) return
    blocks.push({ type: 'written-call', call: toWrittenCall(call.name, call.pieces.join(''), cutOff, spoken.secrets) })
    call = null
  }
  return {
    addText: (piece) => { text.push(piece); show(shown.add(piece)) },
    addBlock: (block) => { endText(); blocks.push(block) },
    startCall: (name) => { endText(); endCall(false); call = { name, pieces: [] } },
    addArguments: (piece) => { call?.pieces.push(piece) },
    endCall,
    blocks: () => { endText(); return blocks },
  }
}

/** A call that was open when the tokens ran out is cut off, even where what came of it happens to be whole JSON. */
function toWrittenCall(written: string, raw: string, cutOff: boolean, secrets: KnownSecrets): WrittenCall {
  const name = secrets.redact(written)
  if (cutOff) return { name, canonical: '{}', malformed: { kind: 'cut-off', raw: secrets.redact(raw) } }
  const parsed = parseArguments(raw)
  return parsed.ok ? { name, canonical: canonicalJson(secrets.redactJson(parsed.value)), malformed: null } : { name, canonical: '{}', malformed: { kind: parsed.malformed, raw: secrets.redact(raw) } }
}
