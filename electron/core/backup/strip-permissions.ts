import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { canonicalJson } from '../../../shared/json.ts'
import { ModelProfile, type AnthropicProfile } from '../../../shared/model-profile.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { launchOf, ServerConfig, valuesOf, type ServerValues } from '../mcp/server-config.ts'

/*
 * A backup says what there was; it doesn't say what may act. Whoever wrote the file may not be the person who chooses it, so
 * everything that would let something run, reach further or pass unasked goes, and what only makes things stricter stays.
 */

/** Tables with permissions in them, and what becomes of these. Every other table is content. */
export const PERMISSIONS: Readonly<Record<string, string>> = {
  settings: `DELETE FROM settings WHERE name IN ('workspace', 'privateHosts', 'exfiltrationGuard', 'model')`,
  connector_settings: 'DELETE FROM connector_settings WHERE is_on <> 0',
  tool_settings: `UPDATE tool_settings SET is_on = CASE is_on WHEN 0 THEN 0 END, requires_approval = CASE requires_approval WHEN 1 THEN 1 END, tool_class = NULL,
    untrusted = CASE untrusted WHEN 1 THEN 1 END, egress = CASE egress WHEN 1 THEN 1 END, accepted_pin = NULL, accepted_definition = NULL`,
  standing_approvals: 'DELETE FROM standing_approvals',
  tool_cache: 'DELETE FROM tool_cache',
  skill_approvals: 'DELETE FROM skill_approvals',
  model_certifications: 'DELETE FROM model_certifications',
  model_profiles: `UPDATE model_profiles SET profile = json_remove(json_set(profile, '$.certified', 'read-only'), '$.certification') WHERE profile ->> '$.adapter' IS NOT 'practice'`,
  mcp_servers: `UPDATE mcp_servers SET config = json_set(config, '$.on', json('false'))`,
  jobs: 'UPDATE jobs SET is_on = 0, due_at = NULL',
  sources: `UPDATE sources SET is_on = 0, due_at = NULL, confirmed = '[]'`,
  webhooks: 'UPDATE webhooks SET is_on = 0',
  webhook_listener: 'UPDATE webhook_listener SET is_on = 0',
  // Schedules wait for the person wherever the database is another one than the folder had.
  database_identity: 'DELETE FROM database_identity',
  orderly_quit: 'DELETE FROM orderly_quit',
}

/** @param here what is in use now: keys and secrets stay with what has them here already. Null: nothing is */
export function stripPermissions(database: Database.Database, here: Database.Database | null): void {
  database.transaction(() => {
    for (const sql of Object.values(PERMISSIONS)) database.exec(sql)
    dropKeys(database, here === null ? [] : readProfiles(here))
    dropSecrets(database, here === null ? [] : readServers(here))
  })()
}

/** A key is told to an address. One that isn't told to this address here would be told to a stranger. */
function dropKeys(database: Database.Database, here: readonly StoredProfile[]): void {
  const update = database.prepare('UPDATE model_profiles SET profile = ? WHERE name = ?')
  for (const { name, profile } of readProfiles(database)) {
    if (profile.adapter === 'anthropic' && !hasKeyHere(profile, here)) update.run(JSON.stringify({ ...profile, key: { kind: 'none' } } satisfies ModelProfile), name)
  }
}

export const hasKeyHere = (profile: AnthropicProfile, here: readonly StoredProfile[]): boolean => profile.key.kind === 'none' || here.some(({ profile: other }) =>
  other.adapter === 'anthropic' && other.baseUrl === profile.baseUrl && other.keyHeader === profile.keyHeader && isDeepStrictEqual(other.key, profile.key))

/** Secrets are found by the id of the connector, so it must be the very same program or address that gets them. */
function dropSecrets(database: Database.Database, here: readonly ServerConfig[]): void {
  const update = database.prepare('UPDATE mcp_servers SET config = ? WHERE connector_id = ?')
  const withoutSecrets = (values: ServerValues): ServerValues => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.kind === 'secret' ? { kind: 'text', text: '' } : value]))
  for (const config of readServers(database)) {
    const same = here.find(({ id }) => id === config.id)
    if (same !== undefined && canonicalJson(launchOf(same)) === canonicalJson(launchOf(config)) && isDeepStrictEqual(valuesOf(same), valuesOf(config))) continue
    const stripped: ServerConfig = config.kind === 'command' ? { ...config, env: withoutSecrets(config.env) } : { ...config, headers: withoutSecrets(config.headers) }
    update.run(JSON.stringify(stripped), config.id)
  }
}

export interface StoredProfile { readonly name: string; readonly profile: ModelProfile }

/** Rows that can't be read are nobody's: what reads them for use leaves them out too. */
export const readProfiles = (database: Database.Database): readonly StoredProfile[] =>
  z.array(z.object({ name: z.string(), profile: z.string() })).parse(database.prepare('SELECT name, profile FROM model_profiles ORDER BY added_at, name').all())
    .flatMap(({ name, profile }) => { const parsed = ModelProfile.safeParse(parseJson(profile)); return parsed.success ? [{ name, profile: parsed.data }] : [] })

export const readServers = (database: Database.Database): readonly ServerConfig[] =>
  z.array(z.string()).parse(database.prepare('SELECT config FROM mcp_servers ORDER BY position').pluck().all())
    .flatMap((config) => { const parsed = ServerConfig.safeParse(parseJson(config)); return parsed.success ? [parsed.data] : [] })
