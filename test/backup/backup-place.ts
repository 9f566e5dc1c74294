import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { BACKUP_PIECE, type BackupId } from '../../shared/backup.ts'
import type { LiveCore } from '../core/live-core.ts'

type Asked = Pick<LiveCore, 'call'>

/** As the page fetches it. */
export async function exportAll(core: Asked): Promise<Buffer> {
  const { backupId, size } = await core.call('backup.make', {})
  const pieces: Buffer[] = []
  for (let at: number | null = 0; at !== null;) {
    const piece: { bytes: string; next: number | null } = await core.call('backup.read', { backupId, at })
    pieces.push(Buffer.from(piece.bytes, 'base64'))
    at = piece.next
  }
  await core.call('backup.discard', { backupId })
  const all = Buffer.concat(pieces)
  assert.equal(all.length, size)
  return all
}

/** As the page sends it. */
export async function send(core: Asked, file: Buffer | string): Promise<BackupId> {
  const bytes = typeof file === 'string' ? readFileSync(file) : file
  const { backupId } = await core.call('backup.begin-import', { size: bytes.length })
  for (let at = 0; at < bytes.length; at += BACKUP_PIECE) await core.call('backup.write', { backupId, at, bytes: bytes.subarray(at, at + BACKUP_PIECE).toString('base64') })
  return backupId
}
