import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { writeFileWhole } from '../secrets/write-file-whole.ts'

/**
 * Whether schedules wait for a person: after the database was damaged, newer or somebody else's at a start, or is another
 * one than this folder had. It is kept beside the database, because that may be replaced.
 */
export interface ScheduleHold {
  /** Null: they run. */
  readonly why: () => string | null
  /** The person looked. @throws AppError `store.*` */
  readonly lift: () => void
}

const HOLDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['store.corrupt', 'store.newer', 'store.not-owned'])
const Kept = z.object({ database: z.string().nullable(), held: z.enum(['store.corrupt', 'store.newer', 'store.not-owned']).nullable() })
type Kept = z.infer<typeof Kept>

export const HOLD_SCHEMA = 'CREATE TABLE database_identity (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;'

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'schedules.json')

/** Notes a start at which the database could not be used. What can't be written here can't be read by the next start either. */
export function holdAfter(dataDirectory: string, error: unknown): void {
  if (!(error instanceof AppError) || !HOLDING.has(error.code)) return
  const held = Kept.shape.held.safeParse(error.code)
  try {
    const before = read(dataDirectory)
    writeFileWhole(fileOf(dataDirectory), JSON.stringify({ database: before === null || before === 'unreadable' ? null : before.database, held: held.data ?? null } satisfies Kept))
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
  }
}

export function openScheduleHold(database: Database.Database, dataDirectory: string, newId: () => string): ScheduleHold {
  const stored = z.string().nullable().parse(database.prepare('SELECT id FROM database_identity').pluck().get() ?? null)
  const kept = read(dataDirectory)
  const id = stored ?? newId()
  if (stored === null) database.prepare('INSERT INTO database_identity (id) VALUES (?)').run(id)
  let why = reasonOf(kept, stored)
  if (why === null && (kept === null || kept === 'unreadable' || kept.database !== id)) why = remember(dataDirectory, id)
  return {
    why: () => why,
    lift: () => {
      writeFileWhole(fileOf(dataDirectory), JSON.stringify({ database: id, held: null } satisfies Kept))
      why = null
    },
  }
}

/** Null: it could be kept. */
function remember(dataDirectory: string, id: string): string | null {
  try {
    writeFileWhole(fileOf(dataDirectory), JSON.stringify({ database: id, held: null } satisfies Kept))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const LOOK = 'Look at your jobs, then let schedules go on.'

function reasonOf(kept: Kept | null | 'unreadable', stored: string | null): string | null {
  if (kept === 'unreadable') return `The file that says whether schedules may run can’t be read. ${LOOK}`
  switch (kept?.held ?? null) {
    case 'store.corrupt': return `The database was damaged at an earlier start. ${LOOK}`
    case 'store.newer': return `A newer Gatehouse had written the database at an earlier start. ${LOOK}`
    case 'store.not-owned': return `The database belonged to somebody else at an earlier start. ${LOOK}`
    case null: break
  }
  const isAnother = kept === null ? stored !== null : kept.database !== null && kept.database !== stored
  return isAnother ? `This is another database than this folder had. ${LOOK}` : null
}

function read(dataDirectory: string): Kept | null | 'unreadable' {
  try {
    const parsed = Kept.safeParse(parseJson(readFileSync(fileOf(dataDirectory), 'utf8')))
    return parsed.success ? parsed.data : 'unreadable'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
  }
}
