import { z } from 'zod'

/** What a desktop shell tells its window beside the contract's frames: where the person wants to be. */
export const ShellMessage = z.strictObject({
  type: z.literal('open'),
  /** As `renderer/route.ts` reads it. */
  hash: z.string().max(200).regex(/^#\/[A-Za-z0-9_/-]*$/),
})
export type ShellMessage = z.infer<typeof ShellMessage>
