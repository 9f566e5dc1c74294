import { z } from 'zod'
export const JobSchedule = z.discriminatedUnion('kind', [
  /** By the wall of a time zone. */
  z.object({ kind: z.literal('cron'), expression: z.string().max(200), zone: z.string().max(100) }),
  /** Elapsed time. */
  z.object({ kind: z.literal('every'), minutes: z.int().min(1).max(525_600) }),
])
export type JobSchedule = z.infer<typeof JobSchedule>
