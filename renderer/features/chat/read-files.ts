import { MOST_FILES } from '../../../shared/draft-file.ts'
import { strings } from '../../strings/en.ts'
import { MOST_FILE_TEXT, type Attachment } from './message-parts.ts'

export interface ReadFiles {
  readonly attachments: readonly Attachment[]
  /** A sentence for each file that can't go along. */
  readonly refusals: readonly string[]
}

/** Reads text files that were dropped or pasted. Nobody vouched for them yet. `room`: how many may still be added. */
export async function readFiles(files: readonly File[], room: number): Promise<ReadFiles> {
  const words = strings.chat.composer
  const results = await Promise.all(files.slice(0, room).map((file) => readFile(file)))
  const attachments = results.filter((result) => typeof result !== 'string')
  const refusals = results.filter((result) => typeof result === 'string')
  return { attachments, refusals: files.length > room ? [...refusals, words.tooManyFiles(MOST_FILES)] : refusals }
}

async function readFile(file: File): Promise<Attachment | string> {
  const words = strings.chat.composer
  if (file.size > MOST_FILE_TEXT) return words.fileTooLarge(file.name, '1 MB')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    if (text.includes('\0')) return words.notText(file.name)
    return { id: crypto.randomUUID(), fileName: file.name.slice(0, 255), text, vouched: false }
  } catch (error) {
    // The decoder throws a TypeError at the first byte that isn't text; anything else is a file that can't be read.
    return error instanceof TypeError ? words.notText(file.name) : words.fileFailed(file.name)
  }
}
