import type Database from 'better-sqlite3'
import { z } from 'zod'
import { TurnId } from '../../../shared/ids.ts'
import { CoworkerId, CoworkerProfile } from '../../../shared/coworker.ts'
import { coworkerRoleId, jobRolesOfCoworker } from '../roles/role-ids.ts'

export const COWORKERS_SCHEMA = `
CREATE TABLE coworkers (
  coworker_id TEXT PRIMARY KEY, name TEXT NOT NULL, profile TEXT NOT NULL, saved_at INTEGER NOT NULL, removed_at INTEGER
) STRICT;
`

/** Of the profile's form. One that is higher was written by a later Gatehouse. */
const VERSION = 1

const Stored = z.object({ version: z.literal(VERSION), profile: CoworkerProfile })
const Row = z.object({ coworker_id: CoworkerId, name: z.string(), profile: z.string() })

export interface StoredCoworker {
  readonly id: CoworkerId
  readonly name: string
  /** Null: it can't be read by this version; it stays as it is. */
  readonly profile: CoworkerProfile | null
}

export interface CoworkerStore {
  readonly list: () => readonly StoredCoworker[]
  readonly find: (id: string) => StoredCoworker | null
  readonly save: (id: CoworkerId, profile: CoworkerProfile, at: number) => void
  /** Its id is never used again. */
  readonly remove: (id: CoworkerId, at: number) => void
  readonly isTaken: (id: string) => boolean
  /** Those that jobs started included, as everywhere. */
  readonly runsSince: (id: CoworkerId, at: number) => readonly TurnId[]
  /** Runs that have begun and not ended. */
  readonly countLive: (id: CoworkerId) => number
}

export function createCoworkerStore(database: Database.Database): CoworkerStore {
  const select = database.prepare('SELECT coworker_id, name, profile FROM coworkers WHERE removed_at IS NULL ORDER BY name COLLATE NOCASE, coworker_id')
  const selectOne = database.prepare('SELECT coworker_id, name, profile FROM coworkers WHERE removed_at IS NULL AND coworker_id = ?')
  const selectTaken = database.prepare('SELECT 1 FROM coworkers WHERE coworker_id = ?').pluck()
  const insert = database.prepare(`INSERT INTO coworkers (coworker_id, name, profile, saved_at, removed_at) VALUES (@id, @name, @profile, @at, NULL)
    ON CONFLICT (coworker_id) DO UPDATE SET name = excluded.name, profile = excluded.profile, saved_at = excluded.saved_at`)
  const countLive = database.prepare(`SELECT count(*) FROM turns JOIN chats USING (chat_id) WHERE (role = @own OR role GLOB @jobs) AND status IN ('running', 'parked', 'paused') AND deleted_at IS NULL`).pluck()
  const selectRuns = database.prepare('SELECT turn_id FROM turns WHERE started_at >= @at AND (role = @own OR role GLOB @jobs)').pluck()
  const remove = database.prepare('UPDATE coworkers SET removed_at = ? WHERE coworker_id = ?')
  return {
    list: () => select.all().map(toStored),
    find: (id) => { const row = selectOne.get(id); return row === undefined ? null : toStored(row) },
    save: (id, profile, at) => { insert.run({ id, name: profile.name.trim(), profile: JSON.stringify({ version: VERSION, profile } satisfies z.infer<typeof Stored>), at }) },
    remove: (id, at) => { remove.run(at, id) },
    countLive: (id) => z.int().parse(countLive.get(rolesOf(id))),
    runsSince: (id, at) => z.array(TurnId).parse(selectRuns.all({ ...rolesOf(id), at })),
    isTaken: (id) => selectTaken.get(id) !== undefined,
  }
}

const rolesOf = (id: CoworkerId) => ({ own: coworkerRoleId(id), jobs: jobRolesOfCoworker(id) })

function toStored(value: unknown): StoredCoworker {
  const row = Row.parse(value)
  const parsed = Stored.safeParse(JSON.parse(row.profile))
  return { id: row.coworker_id, name: row.name, profile: parsed.success ? parsed.data.profile : null }
}
