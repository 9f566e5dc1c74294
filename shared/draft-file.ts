import { z } from 'zod'

/** A file that will go along with the message that is being written. `vouched`: the person's word that it can be trusted. */
export const DraftFile = z.object({ id: z.string().max(100), fileName: z.string().max(255), text: z.string().max(1_000_000), vouched: z.boolean() })
export type DraftFile = z.infer<typeof DraftFile>

/** More don't fit into one message. */
export const MOST_FILES = 10
