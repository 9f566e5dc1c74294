import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { AppError } from '../../../../shared/errors.ts'
import { lookAtUsable, type Entry } from './entry.ts'
import { asFileError, movedError, specialError } from './file-error.ts'
import { O_NOFOLLOW, O_NONBLOCK, sameIdentity, type Folder } from './folder.ts'
import { quotePath, showPath } from './workspace-path.ts'

export interface TextFile {
  /** Without the byte order mark. */
  readonly text: string
  readonly hasMark: boolean
  readonly entry: Entry
}

/** Bytes. */
export const LARGEST_READ = 32 * 1024 * 1024
const CHUNK = 256 * 1024
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Reads a whole file as UTF-8 text. Exactly the file that was looked at is opened: no link, device or pipe, nothing
 * that was put in its place in between.
 * @throws AppError `input.invalid` for a folder, for what isn't text and for more than `most` bytes; what `lookAtUsable` throws
 */
export async function readText(folder: Folder, name: string, most: number = LARGEST_READ): Promise<TextFile> {
  const shown = showPath([...folder.path, name])
  const entry = await lookAtUsable(folder, name)
  if (entry.kind === 'folder') throw new AppError('input.invalid', `${quotePath(shown)} is a folder, not a file.`)
  if (entry.size > most) throw tooLarge(shown, entry.size, most)
  const bytes = await readOpened(folder, name, entry, most)
  if (bytes.length > most) throw tooLarge(shown, bytes.length, most)
  const text = decodeText(bytes)
  if (text === null) throw new AppError('input.invalid', `${quotePath(shown)} is not a text file (UTF-8), so it can't be shown.`)
  const hasMark = text.startsWith(BYTE_ORDER_MARK)
  return { text: hasMark ? text.slice(1) : text, hasMark, entry }
}

/** Null: not text. The byte order mark is kept. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** At most one byte more than `most`. */
async function readOpened(folder: Folder, name: string, looked: Entry, most: number): Promise<Buffer> {
  const shown = showPath([...folder.path, name])
  let handle: FileHandle
  try {
    handle = await open(folder.at(name), constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    throw asFileError(error, shown)
  }
  try {
    const stat = await handle.stat({ bigint: true })
    if (!stat.isFile()) throw specialError(shown)
    if (!sameIdentity(stat, looked.stat)) throw movedError(shown)
    await folder.refuseForeign(handle, shown)
    await folder.confirm()
    return await readBytes(handle, most + 1)
  } catch (error) {
    throw asFileError(error, shown)
  } finally {
    await handle.close()
  }
}

async function readBytes(handle: FileHandle, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  while (length < most) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, most - length)), 0, null, null)
    if (bytesRead === 0) break
    chunks.push(buffer.subarray(0, bytesRead))
    length += bytesRead
  }
  return Buffer.concat(chunks, length)
}

const tooLarge = (shown: string, size: number, most: number): AppError =>
  new AppError('input.invalid', `${quotePath(shown)} has ${megabytes(size)}; at most ${megabytes(most)} can be read.`)

const megabytes = (bytes: number): string => `${(bytes / (1024 * 1024)).toFixed(1)} MB`
