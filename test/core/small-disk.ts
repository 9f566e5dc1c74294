import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of a few megabytes that can be filled to the last byte. */
export interface SmallDisk {
  readonly folder: string
  readonly fill: () => void
  readonly free: () => void
  readonly remove: () => void
}

const SIZE = '24m'

/** Null: this user may not mount one. */
export function mountSmallDisk(): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'a')
      for (const size of [1024 * 1024, 4096, 1]) {
        const piece = Buffer.alloc(size)
        try {
          while (writeSync(file, piece) === size);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        }
      }
      closeSync(file)
    },
    free: () => { unlinkSync(filler) },
    remove: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
