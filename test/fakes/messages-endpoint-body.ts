import { z } from 'zod'

const Mark = z.object({ type: z.literal('ephemeral') }).nullish()

const ResultBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), source: z.strictObject({ type: z.literal('base64'), media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']), data: z.base64().max(5 * 1024 * 1024) }) }),
])

const SentBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string(), cache_control: Mark }),
  z.strictObject({ type: z.literal('tool_use'), id: z.string().regex(/^[a-zA-Z0-9_-]+$/), name: z.string(), input: z.unknown(), cache_control: Mark }),
  z.strictObject({ type: z.literal('tool_result'), tool_use_id: z.string(), content: z.union([z.string(), z.array(ResultBlock).min(1)]), is_error: z.boolean().optional(), cache_control: Mark }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
])
export type SentBlock = z.infer<typeof SentBlock>

const SentMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().transform((text): SentBlock[] => [{ type: 'text', text }]), z.array(SentBlock)]),
})
export type SentMessage = z.infer<typeof SentMessage>

/** A request as the Messages API reads it. Fields that it doesn't know are refused. */
export const SentBody = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  system: z.union([z.string(), z.array(z.strictObject({ type: z.literal('text'), text: z.string(), cache_control: Mark }))]).optional(),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string().optional(), input_schema: z.record(z.string(), z.unknown()), cache_control: Mark })).optional(),
  tool_choice: z.object({ type: z.string() }).optional(),
  messages: z.array(SentMessage),
  stream: z.boolean().optional(),
})
export type SentBody = z.infer<typeof SentBody>
