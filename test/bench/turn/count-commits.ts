import { registerHooks } from 'node:module'

/**
 * From here on whatever loads the database library gets one that counts its commits. Has to be called before anything
 * has loaded it. Returns the number so far.
 */
export async function countCommits(): Promise<() => number> {
  const counted = new URL('./counted-sqlite.ts', import.meta.url).href
  const { commitsSoFar } = await import('./counted-sqlite.ts')
  registerHooks({ resolve: (specifier, context, next) => (specifier === 'better-sqlite3' ? { url: counted, format: 'module-typescript', shortCircuit: true } : next(specifier, context)) })
  return commitsSoFar
}
