import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as turnOver } from 'node:timers/promises'
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate'

const PIECE_BYTES = 128 * 1024
const MOST_FILES = 20_000
const MOST_BYTES = 512 * 1024 * 1024

/** Why an archive wasn't unpacked, as a sentence. */
export class ArchiveError extends Error {}

/**
 * Unpacks a zip archive into an empty folder, piece by piece. Every entry becomes a plain file or folder within it, never a
 * link, and none can be run by itself.
 * @throws ArchiveError; what was written by then is there for the caller to remove
 */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  let files = 0
  const seen = new Set<string>()
  let bytes = 0
  /** What went wrong while an entry was written, the first of it. */
  const wrong: ArchiveError[] = []
  const unfinished = new Set<number>()
  const takeFile = (entry: UnzipFile): void => {
    const path = pathWithin(entry.name)
    files += 1
    if (files > MOST_FILES) throw new ArchiveError(`It holds more than ${MOST_FILES.toLocaleString('en')} files.`)
    if (entry.name.endsWith('/')) {
      mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
      return
    }
    // A file system may know no capitals.
    if (seen.has(path.toLowerCase())) throw new ArchiveError('It holds two files of one name.')
    seen.add(path.toLowerCase())
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    const file = openSync(join(folder, path), 'wx', 0o600)
    unfinished.add(file)
    entry.ondata = (error, piece, isLast) => {
      if (error !== null) wrong.push(new ArchiveError('It is damaged.'))
      if (wrong.length > 0) return
      bytes += piece.byteLength
      if (bytes > MOST_BYTES) {
        wrong.push(new ArchiveError('Unpacked it is larger than 512 MB.'))
        return
      }
      writeSync(file, piece)
      if (!isLast) return
      unfinished.delete(file)
      closeSync(file)
    }
    entry.start()
  }
  const unzip = new Unzip(takeFile)
  unzip.register(UnzipInflate)
  const source = await open(archive, 'r')
  try {
    const piece = new Uint8Array(PIECE_BYTES)
    for (;;) {
      const { bytesRead } = await source.read(piece, 0, PIECE_BYTES)
      unzip.push(piece.slice(0, bytesRead), bytesRead === 0)
      if (wrong[0] !== undefined) throw wrong[0]
      if (bytesRead === 0) break
      await turnOver()
    }
  } catch (error) {
    throw error instanceof ArchiveError || isOfSystem(error) ? error : new ArchiveError('It is not an archive that can be unpacked, or it is damaged.', { cause: error })
  } finally {
    for (const file of unfinished) closeSync(file)
    await source.close()
  }
  if (unfinished.size > 0) throw new ArchiveError('It is cut off.')
  if (files === 0) throw new ArchiveError('It is not a bundle: it holds no files.')
}

/** @throws ArchiveError for a name that leads out of the folder, or means another place on another system */
function pathWithin(name: string): string {
  const parts = name.replace(/\/$/, '').split('/')
  const isPlain = name.length <= 1000 && !/[\\:\0]/.test(name) && parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain) throw new ArchiveError('It holds a file whose name leads elsewhere. Nothing of it was kept.')
  return parts.join('/')
}

/** What the disk says is the disk's: full, read-only, gone. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error
