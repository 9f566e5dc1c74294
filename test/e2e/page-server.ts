import { createServer, type Server } from 'node:http'
import { after } from 'node:test'

export interface PageServer { readonly host: string; readonly requests: string[]; close(): Promise<void> }

/** A page on this machine, as a stranger may have written it. */
export async function servePages(pages: Readonly<Record<string, string>>): Promise<PageServer> {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '<h1>Not here</h1>')
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = (): Promise<void> => new Promise((resolve) => { server.close(() => { resolve() }); server.closeAllConnections() })
  after(close)
  return { host: `127.0.0.1:${address.port}`, requests, close }
}
