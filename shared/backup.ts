import { z } from 'zod'
import { call, none } from './contract-parts.ts'

/* A backup: one file with everything that is stored, and without any secret. Times are milliseconds since 1970. */

export const BackupId = z.string().regex(/^backup_[A-Za-z0-9]+$/).brand('BackupId')
export type BackupId = z.infer<typeof BackupId>

/** What a backup holds, as it is shown before it takes the place of what is here. */
export const BackupSummary = z.object({
  madeAt: z.int(), madeBy: z.string(),
  chats: z.int(), runs: z.int(), memories: z.int(), tasks: z.int(), notes: z.int(), goals: z.int(), jobs: z.int(), coworkers: z.int(), sources: z.int(), webhooks: z.int(), skills: z.int(),
  /** What they are started with, or where they are. */
  connectors: z.array(z.object({ label: z.string(), reach: z.string() })),
  /** Null: none of an address. `keptKey`: it has the key that it has here. */
  models: z.array(z.object({ name: z.string(), address: z.string().nullable(), keptKey: z.boolean() })),
  /** How many runs were open, which end with the import. */
  openRuns: z.int(),
  /** Null: its records are as they were stored. */
  chainProblem: z.string().nullable(),
})
export type BackupSummary = z.infer<typeof BackupSummary>

/** Bytes of one piece, before it is written as base64. */
export const BACKUP_PIECE = 256 * 1024
/** Of a backup as a whole: 16 GiB. */
export const LARGEST_BACKUP = 16 * 1024 ** 3

const bytes = z.base64().max(Math.ceil(BACKUP_PIECE / 3) * 4)
const at = z.int().nonnegative()

export const backupOperations = {
  /** Writes one beside the data, to be read piece by piece and then discarded. */
  'backup.make': call(none, z.object({ backupId: BackupId, fileName: z.string(), size: z.int() })),
  /** `next` null: that was the last one. */
  'backup.read': call(z.object({ backupId: BackupId, at }), z.object({ bytes, next: at.nullable() })),
  /** Also takes back that one was accepted. */
  'backup.discard': call(z.object({ backupId: BackupId }), none),
  'backup.begin-import': call(z.object({ size: z.int().positive() }), z.object({ backupId: BackupId })),
  'backup.write': call(z.object({ backupId: BackupId, at, bytes }), none),
  /** Looks through what was written, and takes out whatever would let something act. Nothing that is here changes. */
  'backup.check': call(z.object({ backupId: BackupId }), BackupSummary),
  /** It takes the place of what is here with the next start. */
  'backup.accept': call(z.object({ backupId: BackupId }), none),
  'backup.accepted': call(none, z.object({ accepted: z.object({ backupId: BackupId, madeAt: z.int() }).nullable() })),
}
