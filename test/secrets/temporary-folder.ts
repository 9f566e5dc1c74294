import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const made: string[] = []
after(() => { for (const folder of made) rmSync(folder, { recursive: true, force: true }) })

/** Goes when the test file is done. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  made.push(folder)
  return folder
}
