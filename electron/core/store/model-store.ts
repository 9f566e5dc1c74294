import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AnthropicProfile } from '../../../shared/model-profile.ts'

/** Names are told apart without regard to case, as people do. */
export const MODEL_SCHEMA = `
CREATE TABLE model_profiles (name TEXT PRIMARY KEY COLLATE NOCASE, profile TEXT NOT NULL CHECK (json_valid(profile)), added_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** The profiles that the person added. None of them holds a key. */
export interface ModelStore {
  /** In the order in which they were added. */
  readonly list: () => readonly AnthropicProfile[]
  readonly find: (name: string) => AnthropicProfile | null
  /** Replaces the one of that name. */
  readonly save: (profile: AnthropicProfile, at: number) => void
  readonly remove: (name: string) => void
}

export function createModelStore(database: Database.Database): ModelStore {
  const selectAll = database.prepare('SELECT profile FROM model_profiles ORDER BY added_at, name').pluck()
  const selectOne = database.prepare('SELECT profile FROM model_profiles WHERE name = ?').pluck()
  const upsert = database.prepare('INSERT INTO model_profiles (name, profile, added_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET profile = excluded.profile')
  const remove = database.prepare('DELETE FROM model_profiles WHERE name = ?')
  /** By the name they were asked for by: every step asks. */
  const found = new Map<string, AnthropicProfile>()
  return {
    list: () => selectAll.all().flatMap((text) => readProfile(text) ?? []),
    find: (name) => {
      const known = found.get(name)
      if (known !== undefined) return known
      const read = readProfile(selectOne.get(name))
      if (read !== null) found.set(name, read)
      return read
    },
    save: (profile, at) => {
      found.clear()
      upsert.run(profile.name, JSON.stringify(profile), at)
    },
    remove: (name) => {
      found.clear()
      remove.run(name)
    },
  }
}

/** One that no longer has a profile's shape is as good as not there; the row is left for a version that knows it. */
function readProfile(text: unknown): AnthropicProfile | null {
  if (text === undefined) return null
  const parsed = AnthropicProfile.safeParse(JSON.parse(z.string().parse(text)))
  return parsed.success ? parsed.data : null
}
