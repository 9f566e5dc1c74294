import { z } from 'zod'
import { WireError } from './errors.ts'

/** One message either way. A transport moves frames and knows nothing else. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.int().positive(), operation: z.string().max(64), input: z.unknown() }),
  z.object({ type: z.literal('watch'), id: z.int().positive(), operation: z.string().max(64), input: z.unknown() }),
  z.object({ type: z.literal('end'), id: z.int().positive() }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

export const CoreFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reply'), id: z.int().positive(), output: z.unknown() }),
  z.object({ type: z.literal('item'), id: z.int().positive(), item: z.unknown() }),
  z.object({ type: z.literal('failure'), id: z.int().positive(), error: WireError }),
])
export type CoreFrame = z.infer<typeof CoreFrame>

/** The request a frame that doesn't parse is about; null when it names none. */
export function requestOf(frame: unknown): number | null {
  const parsed = z.object({ id: z.int().positive() }).safeParse(frame)
  return parsed.success ? parsed.data.id : null
}

/** Ordered, whole frames; no replay. `unknown` on arrival: whoever receives parses. */
export interface Transport {
  send(frame: ClientFrame | CoreFrame): void
  onFrame(listener: (frame: unknown) => void): () => void
  onClose(listener: () => void): () => void
  close(): void
}
