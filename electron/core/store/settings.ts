import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { ToolIdentity } from '../../../shared/policy.ts'
import { DEFAULT_SETTINGS, Settings } from '../../../shared/settings.ts'

/** What a person chose for one tool; null where they chose nothing. */
export interface ToolChoice { readonly on: boolean | null; readonly requiresApproval: boolean | null }

export interface SettingsStore {
  readonly get: () => Settings
  readonly update: (change: Partial<Settings>) => void
  readonly connectorOn: (connectorId: string) => boolean | null
  readonly switchConnector: (connectorId: string, on: boolean) => void
  readonly toolChoice: (identity: ToolIdentity) => ToolChoice
  readonly chooseForTool: (identity: ToolIdentity, choice: Partial<ToolChoice>) => void
}

const NameValue = z.object({ name: z.string(), value: z.string() })
const Choice = z.object({ is_on: z.int().nullable(), requires_approval: z.int().nullable() })

/** Read once, kept in memory, written through: settings are asked for at every call. */
export function createSettingsStore(database: Database.Database): SettingsStore {
  const save = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
  const selectConnector = database.prepare('SELECT is_on FROM connector_settings WHERE connector_id = ?').pluck()
  const saveConnector = database.prepare('INSERT INTO connector_settings (connector_id, is_on) VALUES (?, ?) ON CONFLICT (connector_id) DO UPDATE SET is_on = excluded.is_on')
  const selectTool = database.prepare('SELECT is_on, requires_approval FROM tool_settings WHERE connector_id = ? AND tool = ?')
  const saveTool = database.prepare(`INSERT INTO tool_settings (connector_id, tool, is_on, requires_approval) VALUES (@connectorId, @tool, @on, @asks)
    ON CONFLICT (connector_id, tool) DO UPDATE SET is_on = coalesce(excluded.is_on, is_on), requires_approval = coalesce(excluded.requires_approval, requires_approval)`)
  let settings = load(database)

  return {
    get: () => settings,
    update: (change) => {
      const next = Settings.parse({ ...settings, ...change })
      database.transaction(() => { for (const [name, value] of Object.entries(change)) save.run(name, JSON.stringify(value)) })()
      settings = next
    },
    connectorOn: (connectorId) => { const on = selectConnector.get(connectorId); return on === undefined ? null : on === 1 },
    switchConnector: (connectorId, on) => { saveConnector.run(connectorId, on ? 1 : 0) },
    toolChoice: ({ connectorId, tool }) => {
      const row = selectTool.get(connectorId, tool)
      if (row === undefined) return { on: null, requiresApproval: null }
      const choice = Choice.parse(row)
      return { on: choice.is_on === null ? null : choice.is_on === 1, requiresApproval: choice.requires_approval === null ? null : choice.requires_approval === 1 }
    },
    chooseForTool: ({ connectorId, tool }, choice) => { saveTool.run({ connectorId, tool, on: toFlag(choice.on), asks: toFlag(choice.requiresApproval) }) },
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

const toFlag = (value: boolean | null | undefined): number | null => value === undefined || value === null ? null : value ? 1 : 0
