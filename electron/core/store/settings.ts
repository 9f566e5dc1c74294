import type Database from 'better-sqlite3'
import { z } from 'zod'
import { DEFAULT_SETTINGS, Settings } from '../../../shared/settings.ts'

export interface SettingsStore {
  readonly get: () => Settings
  readonly update: (change: Partial<Settings>) => void
  readonly connectorOn: (connectorId: string) => boolean | null
  readonly switchConnector: (connectorId: string, on: boolean) => void
}

const NameValue = z.object({ name: z.string(), value: z.string() })
const ConnectorSwitch = z.object({ connector_id: z.string(), is_on: z.int() })

/** Read once, kept in memory, written through: settings are asked for at every call. */
export function createSettingsStore(database: Database.Database): SettingsStore {
  const save = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
  const saveConnector = database.prepare('INSERT INTO connector_settings (connector_id, is_on) VALUES (?, ?) ON CONFLICT (connector_id) DO UPDATE SET is_on = excluded.is_on')
  let settings = load(database)
  const switches = new Map(database.prepare('SELECT connector_id, is_on FROM connector_settings').all().map((row) => { const { connector_id, is_on } = ConnectorSwitch.parse(row); return [connector_id, is_on === 1] as const }))

  return {
    get: () => settings,
    update: (change) => {
      const next = Settings.parse({ ...settings, ...change })
      database.transaction(() => { for (const [name, value] of Object.entries(change)) save.run(name, JSON.stringify(value)) })()
      settings = next
    },
    connectorOn: (connectorId) => switches.get(connectorId) ?? null,
    switchConnector: (connectorId, on) => {
      saveConnector.run(connectorId, on ? 1 : 0)
      switches.set(connectorId, on)
    },
  }
}

/** A value that no longer fits falls back to its default alone; the others are kept. */
function load(database: Database.Database): Settings {
  const stored = database.prepare('SELECT name, value FROM settings').all().map((row) => NameValue.parse(row))
  return stored.reduce<Settings>((settings, { name, value }) => {
    const parsed = Settings.safeParse({ ...settings, [name]: parseJson(value) })
    return parsed.success ? parsed.data : settings
  }, DEFAULT_SETTINGS)
}

const parseJson = (text: string): unknown => JSON.parse(text)
