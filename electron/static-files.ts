import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { AppError } from '../shared/errors.ts'

export interface StaticFile {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/**
 * The built window, by the path of its address. All of it is read now: what isn't in here can't be asked for, whatever
 * a path looks like, and a build while this runs doesn't mix two versions.
 * @throws AppError `shell.not-built`
 */
export async function readStaticFiles(directory: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  for (const path of await listFiles(directory)) {
    const address = `/${relative(directory, path).split(sep).join('/')}`
    files.set(address, { body: await readFile(path), headers: headersOf(address) })
  }
  const index = files.get('/index.html')
  if (index === undefined) {
    throw new AppError('shell.not-built', `Gatehouse’s window has not been built: there is no index.html in ${directory}.`, {
      kept: 'Your chats and settings are untouched.',
      advice: 'Start Gatehouse with npm start, which builds it.',
    })
  }
  files.set('/', index)
  return files
}

async function listFiles(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const headersOf = (address: string): Readonly<Record<string, string>> => ({
  'Content-Type': TYPES[extname(address)] ?? 'application/octet-stream',
  // Names under assets/ hold a hash of the content; all others are the same in every version.
  'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
})
