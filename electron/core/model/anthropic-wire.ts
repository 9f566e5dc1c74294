import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'

const Text = z.string().nullish().transform((text) => text ?? '')
const Index = z.int().nonnegative()
export interface WireUsage {
  readonly input_tokens: number | null
  readonly output_tokens: number | null
  readonly cache_read_input_tokens: number | null
  readonly cache_creation_input_tokens: number | null
}
const WireUsage = z.unknown().transform(readUsage)

function readUsage(told: unknown): WireUsage | null {
  if (!isJsonObject(told)) return null
  const { input_tokens: input, output_tokens: output, cache_read_input_tokens: read, cache_creation_input_tokens: written } = told
  return { input_tokens: countOf(input), output_tokens: countOf(output), cache_read_input_tokens: countOf(read), cache_creation_input_tokens: countOf(written) }
}

/** A count that a service left out or made up is no count. */
const countOf = (told: unknown): number | null => (typeof told === 'number' && Number.isSafeInteger(told) && told >= 0 ? told : null)

/** A block as it starts; which fields mean something depends on `type`, and types nobody knows yet are passed over. */
const WireBlock = z.object({ type: z.string(), text: Text, thinking: Text, signature: Text, data: Text, name: Text, input: z.unknown().optional() })
export type WireBlock = z.infer<typeof WireBlock>

const WireDelta = z.object({ type: z.string(), text: Text, partial_json: Text, thinking: Text, signature: Text })
export type WireDelta = z.infer<typeof WireDelta>

export const WireError = z.object({ type: z.literal('error').optional(), error: z.object({ type: Text, message: Text }) })

const KnownEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: WireUsage }) }),
  z.object({ type: z.literal('content_block_start'), index: Index, content_block: WireBlock }),
  z.object({ type: z.literal('content_block_delta'), index: Index, delta: WireDelta }),
  z.object({ type: z.literal('content_block_stop'), index: Index }),
  z.object({ type: z.literal('message_delta'), delta: z.object({ stop_reason: z.string().nullish() }), usage: WireUsage }),
  z.object({ type: z.literal('message_stop') }),
  z.object({ type: z.literal('error'), error: z.object({ type: Text, message: Text }) }),
])
const KNOWN_TYPES: ReadonlySet<string> = new Set(KnownEvent.options.map((option) => option.shape.type.value))
const AnyEvent = z.object({ type: z.string() })

export type WireEvent =
  | z.infer<typeof KnownEvent>
  /** A ping, or something newer than this file. */
  | { readonly type: 'unknown' }
  | { readonly type: 'unreadable' }

/**
 * Nearly every event belongs to a block of text or to a call, and a schema takes longer than all else that is done with one. Null:
 * it is something else, or odd in any way, and the schema has the word.
 */
function readPlain(value: unknown): WireEvent | null {
  if (!isJsonObject(value)) return null
  const { type, index, delta, content_block: block, message, usage } = value
  switch (type) {
    case 'ping': return { type: 'unknown' }
    case 'message_start': return isJsonObject(message) ? { type, message: { usage: readUsage(message['usage']) } } : null
    case 'message_delta': return isJsonObject(delta) && (delta['stop_reason'] === null || typeof delta['stop_reason'] === 'string') ? { type, delta: { stop_reason: delta['stop_reason'] }, usage: readUsage(usage) } : null
    case 'message_stop': return { type }
    default: break
  }
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0) return null
  if (type === 'content_block_stop') return { type, index }
  if (type === 'content_block_delta' && isJsonObject(delta)) return readPiece(index, delta)
  return type === 'content_block_start' && isJsonObject(block) ? readStart(index, block) : null
}

function readPiece(index: number, { type, text, partial_json: json }: JsonObject): WireEvent | null {
  if (type === 'text_delta' && typeof text === 'string') return { type: 'content_block_delta', index, delta: { ...NO_PIECE, type, text } }
  if (type === 'input_json_delta' && typeof json === 'string') return { type: 'content_block_delta', index, delta: { ...NO_PIECE, type, partial_json: json } }
  return null
}

function readStart(index: number, { type, text, name, input }: JsonObject): WireEvent | null {
  if (type === 'text' && typeof text === 'string') return { type: 'content_block_start', index, content_block: { ...NO_BLOCK, type, text } }
  if (type === 'tool_use' && typeof name === 'string') return { type: 'content_block_start', index, content_block: { ...NO_BLOCK, type, name, input } }
  return null
}

const NO_PIECE = { text: '', partial_json: '', thinking: '', signature: '' }
const NO_BLOCK = { text: '', thinking: '', signature: '', data: '', name: '' }

/** Reads the data of one server-sent event; what isn't readable says so instead of throwing. */
export function readWireEvent(eventName: string | null, data: string): WireEvent {
  const value = parseJson(data)
  const plain = readPlain(value)
  if (plain !== null) return plain
  const known = KnownEvent.safeParse(value)
  if (known.success) return known.data
  if (eventName === 'error') {
    const told = WireError.safeParse(value)
    return { type: 'error', error: told.success ? told.data.error : { type: '', message: '' } }
  }
  if (value === undefined) return { type: 'unreadable' }
  const any = AnyEvent.safeParse(value)
  return any.success && KNOWN_TYPES.has(any.data.type) ? { type: 'unreadable' } : { type: 'unknown' }
}
