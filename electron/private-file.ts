import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

/** Replaces the file as a whole; only this person can read it. Throws what the file system says. */
export function writePrivateFile(path: string, value: unknown): void {
  const next = `${path}.${process.pid}.next`
  try {
    // A file left behind by a process of this number may have other permissions; `wx` never writes into one.
    rmSync(next, { force: true })
    writeFileSync(next, JSON.stringify(value), { mode: 0o600, flag: 'wx' })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

/** @returns null when the file isn't there, can't be read, or doesn't hold what it should */
export function readPrivateFile<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export const removePrivateFile = (path: string): void => rmSync(path, { force: true })
