import { z } from 'zod'

/** How a server speaks. `modern`: per-request metadata, from revision 2026-07-28 on. `legacy`: the handshake of the revisions before. */
export const Era = z.enum(['modern', 'legacy'])
export type Era = z.infer<typeof Era>
