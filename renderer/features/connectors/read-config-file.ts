import { strings } from '../../strings/en.ts'

const MAX_BYTES = 1024 * 1024

export type ConfigFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** The text of a file that a person picked; a sentence for one that can't be read. Nothing is written. */
export async function readConfigFile(file: File): Promise<ConfigFile> {
  const words = strings.connectorSetup.file
  if (file.size > MAX_BYTES) return { ok: false, problem: words.tooLarge(file.name) }
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { ok: false, problem: words.unreadable(file.name) }
  }
  try {
    return { ok: true, text: new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes) }
  } catch {
    return { ok: false, problem: words.notText(file.name) }
  }
}

/** Editors on Windows mark the other encodings at the beginning. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
