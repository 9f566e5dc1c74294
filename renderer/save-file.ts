/** Hands a text to the browser as a download; a long one may come in pieces. */
export function saveFile(fileName: string, content: string | readonly string[]): void {
  const type = fileName.endsWith('.json') ? 'application/json' : 'text/plain'
  const address = URL.createObjectURL(new Blob(typeof content === 'string' ? [content] : [...content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download has its own hold on the data once it started, which is not yet when click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
