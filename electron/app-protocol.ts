import { APP_ORIGIN } from '../shared/app-page.ts'
import { securityHeaders } from './security-headers.ts'
import type { StaticFile } from './static-files.ts'

/** Standard and secure, as https is: an origin of its own, storage, the clipboard. It goes around no policy. */
export const APP_PRIVILEGES = { standard: true, secure: true, supportFetchAPI: true, codeCache: true } as const

export interface PageRequest { readonly method: string; readonly url: string }

/** Answers for `app://gatehouse/…`: the built window's files, with the same headers as in the browser shell, and nothing else. */
export const createAppProtocol = (files: ReadonlyMap<string, StaticFile>) => (request: PageRequest): Response => {
  const headers = securityHeaders(null)
  const refuse = (status: number, text: string): Response => new Response(text, { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } })
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Nothing can be sent here.')
  const path = pathOf(request.url)
  const file = path === null ? undefined : files.get(path)
  if (file === undefined) return refuse(404, 'There is nothing at this address.')
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(file.body), { status: 200, headers: { ...headers, ...file.headers } })
}

/** Not decoded: an encoded slash or dot is another path, and no file has it. Null for another host. */
function pathOf(address: string): string | null {
  const rest = address.startsWith(`${APP_ORIGIN}/`) ? address.slice(APP_ORIGIN.length) : address === APP_ORIGIN ? '/' : null
  return rest === null ? null : rest.replace(/[?#].*$/s, '')
}
