import { z } from 'zod'
import { BackupSummary } from '../../../shared/backup.ts'
import { WireError } from '../../../shared/errors.ts'

/** What the thread that looks through a backup says of it. */
export const PrepareReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prepared'), summary: BackupSummary }),
  z.object({ kind: z.literal('refused'), error: WireError }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type PrepareReply = z.infer<typeof PrepareReply>
