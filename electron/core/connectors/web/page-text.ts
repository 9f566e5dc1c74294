import { TextDecoder } from 'node:util'

/** How a page's bytes are to be read; null: not as text. */
export type PageForm = 'html' | 'xml' | 'text'

export interface ContentType { readonly form: PageForm | null; readonly charset: string | null; /** For a sentence: short, no odd characters. */ readonly shown: string }

/** @param header as it was sent; empty: none was */
export function readContentType(header: string): ContentType {
  const [essence = '', ...parameters] = header.toLowerCase().split(';').map((part) => part.trim())
  const charset = parameters.map((parameter) => /^charset\s*=\s*"?([\w.:-]+)"?$/.exec(parameter)?.[1]).find((found) => found !== undefined) ?? null
  return { form: formOf(essence), charset, shown: essence.replace(/[^a-z0-9/.+-]/g, '').slice(0, 60) }
}

function formOf(essence: string): PageForm | null {
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'html'
  if (essence === 'text/xml' || /^application\/(?:[a-z0-9.-]+\+)?xml$/.test(essence)) return 'xml'
  if (essence === '' || /^text\/[a-z0-9.+-]+$/.test(essence) || /^application\/(?:[a-z0-9.-]+\+)?json$/.test(essence)) return 'text'
  return null
}

/** Bytes as text, by the mark at their beginning, the header's charset, what the page says of itself, else UTF-8. */
export function decodePage(body: Uint8Array, form: PageForm, charset: string | null): string {
  const label = markedCharset(body) ?? charset ?? (form === 'text' ? null : declaredCharset(body)) ?? 'utf-8'
  return decoderFor(label).decode(body).replace(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g, '\uFFFD')
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

function markedCharset([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

/** A page that could be read far enough to say UTF-16 isn't UTF-16. */
function declaredCharset(body: Uint8Array): string | null {
  const beginning = new TextDecoder('latin1').decode(body.subarray(0, 1024))
  const found = /<meta[^>]{0,500}\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(beginning)?.[1] ?? /^\s*<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]+)/.exec(beginning)?.[1]
  return found === undefined || /^utf-?16/i.test(found) ? null : found
}
