/** One block of a scripted answer. `raw` is sent as the block's start, whatever type it claims to be. */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; /** Empty: the answer is cut before it came. */ readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  /** `json` is streamed as it is, valid or not; `atStart` sends an input with the block's start and no pieces. */
  | { readonly type: 'tool_use'; readonly name: string; readonly json: string; readonly atStart?: unknown }
  | { readonly type: 'raw'; readonly block: { readonly type: string } }

export interface AnswerUsage { readonly input: number; readonly output: number; readonly cacheRead?: number; readonly cacheWrite?: number }

/** What goes wrong after so many events of the stream. */
export interface Trouble {
  readonly after: number
  readonly how:
    | 'drop' | 'end' | 'hang' | 'garbage' | 'half-line'
    /** An `error` event of that type. */
    | { readonly error: string; readonly message?: string }
}

export type Answer =
  | {
    readonly kind: 'message'; readonly blocks: readonly AnswerBlock[]; readonly stopReason?: string; readonly usage?: AnswerUsage
    /** Characters per delta. */
    readonly pieceLength?: number
    readonly trouble?: Trouble
    readonly withoutStop?: boolean
    /** All blocks start before any goes on. */
    readonly interleaved?: boolean
    /** Milliseconds between two events. */
    readonly slowMs?: number
    /** Bytes per write: lines and characters arrive in parts. */
    readonly chunkBytes?: number
  }
  | { readonly kind: 'status'; readonly status: number; readonly type?: string; readonly message?: string; readonly headers?: Readonly<Record<string, string>>; /** Instead of the API's error object. */ readonly text?: string }
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'drop-after-headers' }
  | { readonly kind: 'hang' }
  /** A stream of these bytes. */
  | { readonly kind: 'stream'; readonly text: string }

export type MessageAnswer = Extract<Answer, { kind: 'message' }>

export const say = (text: string, rest: Partial<MessageAnswer> = {}): MessageAnswer => ({ kind: 'message', blocks: [{ type: 'text', text }], ...rest })
export const callTool = (name: string, json: string): AnswerBlock => ({ type: 'tool_use', name, json })
export const answerWith = (blocks: readonly AnswerBlock[], rest: Partial<MessageAnswer> = {}): MessageAnswer => ({ kind: 'message', blocks, ...rest })
export const refuse = (status: number, type: string, message: string, headers: Readonly<Record<string, string>> = {}): Answer => ({ kind: 'status', status, type, message, headers })

export interface StreamEvent { readonly event: string; readonly data: unknown }

/** The events of a message, in the order in which the API sends them. `serial` makes ids unique. */
export function eventsOf(answer: MessageAnswer, model: string, serial: number): readonly StreamEvent[] {
  const usage = answer.usage ?? { input: 10, output: 5 }
  const blocks = answer.blocks.map((block, index) => blockEvents(block, index, `toolu_${serial}_${index}`, answer.pieceLength ?? 4))
  const content = answer.interleaved === true ? [...blocks.map((events) => events.slice(0, 1)), ...blocks.map((events) => events.slice(1, -1)), ...blocks.map((events) => events.slice(-1))] : blocks
  const stopReason = answer.stopReason ?? (answer.blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn')
  const events: StreamEvent[] = [
    { event: 'message_start', data: { type: 'message_start', message: {
      id: `msg_${serial}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null,
      usage: { input_tokens: usage.input, cache_read_input_tokens: usage.cacheRead ?? 0, cache_creation_input_tokens: usage.cacheWrite ?? 0, output_tokens: 1 },
    } } },
    { event: 'ping', data: { type: 'ping' } },
    ...content.flat(),
    { event: 'message_delta', data: { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: usage.output } } },
    { event: 'message_stop', data: { type: 'message_stop' } },
  ]
  return answer.withoutStop === true ? events.slice(0, -1) : events
}

function blockEvents(block: AnswerBlock, index: number, id: string, pieceLength: number): readonly StreamEvent[] {
  const start = (content: unknown): StreamEvent => ({ event: 'content_block_start', data: { type: 'content_block_start', index, content_block: content } })
  const deltas = (type: string, field: string, text: string): StreamEvent[] => cutText(text, pieceLength).map((piece) => ({ event: 'content_block_delta', data: { type: 'content_block_delta', index, delta: { type, [field]: piece } } }))
  const stop: StreamEvent = { event: 'content_block_stop', data: { type: 'content_block_stop', index } }
  switch (block.type) {
    case 'text': return [start({ type: 'text', text: '' }), ...deltas('text_delta', 'text', block.text), stop]
    case 'thinking': return [start({ type: 'thinking', thinking: '', signature: '' }), ...deltas('thinking_delta', 'thinking', block.thinking), ...deltas('signature_delta', 'signature', block.signature), stop]
    case 'redacted_thinking': return [start({ type: 'redacted_thinking', data: block.data }), stop]
    case 'tool_use': return [start({ type: 'tool_use', id, name: block.name, input: block.atStart ?? {} }), ...deltas('input_json_delta', 'partial_json', block.json), stop]
    case 'raw': return [start(block.block), stop]
  }
}

/** Pieces of so many UTF-16 units; a pair of surrogates is never parted, as no JSON text of a service parts one. */
function cutText(text: string, length: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    if (piece.length >= length) {
      pieces.push(piece)
      piece = ''
    }
  }
  return piece === '' ? pieces : [...pieces, piece]
}
