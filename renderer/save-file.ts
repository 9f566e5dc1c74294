import { exportTypeOf } from '../shared/export-type.ts'

/** Hands a text, or bytes, to the browser as a download; what is long may come in pieces. */
export function saveFile(fileName: string, content: string | readonly string[] | readonly Uint8Array<ArrayBuffer>[]): void {
  const type = exportTypeOf(fileName)
  if (type === null) throw new Error(`${fileName} can’t be saved by every shell`)
  const address = URL.createObjectURL(new Blob(typeof content === 'string' ? [content] : [...content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download has its own hold on the data once it started, which is not yet when click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
