import { z } from 'zod'

const entry = { id: z.int().positive(), service: z.string(), account: z.string() }

/** What the keychain's process is asked. One at a time. */
export const KeychainRequest = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('get'), ...entry }),
  z.object({ operation: z.literal('set'), ...entry, value: z.string() }),
  z.object({ operation: z.literal('delete'), ...entry }),
  z.object({ operation: z.literal('find'), id: z.int().positive(), service: z.string() }),
])
export type KeychainRequest = z.infer<typeof KeychainRequest>

export const KeychainReply = z.discriminatedUnion('outcome', [
  z.object({ id: z.int().positive(), outcome: z.literal('value'), value: z.string().nullable() }),
  z.object({ id: z.int().positive(), outcome: z.literal('done'), changed: z.boolean() }),
  z.object({ id: z.int().positive(), outcome: z.literal('found'), entries: z.array(z.object({ account: z.string(), password: z.string() })) }),
  /** `load`: the native part isn't there or doesn't fit this system. */
  z.object({ id: z.int().positive(), outcome: z.literal('failed'), at: z.enum(['load', 'call']), text: z.string() }),
])
export type KeychainReply = z.infer<typeof KeychainReply>
