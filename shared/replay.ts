import { z } from 'zod'

/*
 * Checking a run: what was recorded is fed back through the code and the tools of today, and nothing is run, sent or
 * stored. It stops where something else would be sent now.
 */

/** The first place at which today's code or tools would send something else than was recorded. Texts are a stranger's. */
export const ReplayChange = z.object({
  code: z.literal('replay_input_changed'),
  what: z.enum(['next-step', 'tools', 'tool', 'definition', 'arguments', 'verdict', 'request', 'result']),
  /** The recorded event that would be another one. */
  seq: z.int().positive(),
  /** Of the call it is about. */
  position: z.string().nullable(),
  sentence: z.string(),
  old: z.string(),
  new: z.string(),
})
export type ReplayChange = z.infer<typeof ReplayChange>

const compared = {
  /** How many events were fed back, and how many steps of a model and calls are among them. */
  events: z.int(),
  steps: z.int(),
  calls: z.int(),
  /** What could not be compared because it wasn't kept, in sentences. */
  leftOut: z.array(z.string()),
}

export const RunCheck = z.discriminatedUnion('state', [
  z.object({ state: z.literal('agrees'), ...compared }),
  z.object({ state: z.literal('changed'), change: ReplayChange, ...compared }),
  /** There is nothing, or nothing more, that could be fed back. */
  z.object({ state: z.literal('not-kept'), sentence: z.string(), ...compared }),
])
export type RunCheck = z.infer<typeof RunCheck>
