import type { CallHandlers } from '../../../shared/contract.ts'
import type { backupOperations } from '../../../shared/backup.ts'
import type { CoreParts } from './core-parts.ts'

type BackupCalls = Pick<CallHandlers, keyof typeof backupOperations>

/** Bytes travel as base64, because frames are text. */
export const createBackupHandlers = ({ backups }: Pick<CoreParts, 'backups'>): BackupCalls => ({
  'backup.make': () => backups.make(),
  'backup.read': async ({ backupId, at }) => {
    const { bytes, next } = backups.read(backupId, at)
    return { bytes: Buffer.from(bytes).toString('base64'), next }
  },
  'backup.discard': async ({ backupId }) => {
    backups.discard(backupId)
    return {}
  },
  'backup.begin-import': async ({ size }) => ({ backupId: backups.beginImport(size) }),
  'backup.write': async ({ backupId, at, bytes }) => {
    backups.write(backupId, at, Buffer.from(bytes, 'base64'))
    return {}
  },
  'backup.check': ({ backupId }) => backups.check(backupId),
  'backup.accept': async ({ backupId }) => {
    backups.accept(backupId)
    return {}
  },
  'backup.accepted': async () => ({ accepted: backups.accepted() }),
})
