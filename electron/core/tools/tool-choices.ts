import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ConnectorId, Digest } from '../../../shared/ids.ts'
import { ToolClass, type ToolIdentity } from '../../../shared/policy.ts'
import { createIdentityMap } from './identity-map.ts'
import { flag } from '../store/columns.ts'

/** What a person chose for one tool; null where they chose nothing. A choice outlives reconnects, restarts and upgrades. */
export interface ToolChoice {
  readonly on: boolean | null
  readonly requiresApproval: boolean | null
  readonly toolClass: ToolClass | null
  readonly untrusted: boolean | null
  readonly egress: boolean | null
  /** The definition that was reviewed. */
  readonly acceptedPin: Digest | null
  /** Its text, as JSON, to be shown beside a changed one. */
  readonly acceptedDefinition: string | null
}

export interface ToolChoices {
  readonly get: (identity: ToolIdentity) => ToolChoice
  /** Null and absent fields stay as they were. */
  readonly choose: (identity: ToolIdentity, choice: Partial<ToolChoice>) => void
  /** A connector that is removed leaves nothing behind that another one could inherit. */
  readonly forget: (connectorId: ConnectorId) => void
}

export const NO_CHOICE: ToolChoice = { on: null, requiresApproval: null, toolClass: null, untrusted: null, egress: null, acceptedPin: null, acceptedDefinition: null }

/** Beside the first schema's columns. */
export const TOOL_CHOICES_SCHEMA = 'ALTER TABLE tool_settings ADD COLUMN accepted_definition TEXT;'

const Row = z.object({
  connector_id: ConnectorId, tool: z.string(), is_on: flag.nullable(), requires_approval: flag.nullable(), tool_class: ToolClass.nullable().catch(null), untrusted: flag.nullable(), egress: flag.nullable(),
  accepted_pin: Digest.nullable().catch(null), accepted_definition: z.string().nullable(),
})

/** Read once, kept in memory, written through: every step asks for every tool's. */
export function createToolChoices(database: Database.Database): ToolChoices {
  const save = database.prepare(`INSERT INTO tool_settings (connector_id, tool, is_on, requires_approval, tool_class, untrusted, egress, accepted_pin, accepted_definition)
    VALUES (@connectorId, @tool, @on, @requiresApproval, @toolClass, @untrusted, @egress, @acceptedPin, @acceptedDefinition)
    ON CONFLICT (connector_id, tool) DO UPDATE SET is_on = excluded.is_on, requires_approval = excluded.requires_approval, tool_class = excluded.tool_class,
      untrusted = excluded.untrusted, egress = excluded.egress, accepted_pin = excluded.accepted_pin, accepted_definition = excluded.accepted_definition`)
  const remove = database.prepare('DELETE FROM tool_settings WHERE connector_id = ?')
  const known = createIdentityMap<ToolChoice>()
  for (const value of database.prepare('SELECT * FROM tool_settings').all()) {
    const row = Row.parse(value)
    known.set({ connectorId: row.connector_id, tool: row.tool }, {
      on: row.is_on, requiresApproval: row.requires_approval, toolClass: row.tool_class, untrusted: row.untrusted, egress: row.egress, acceptedPin: row.accepted_pin, acceptedDefinition: row.accepted_definition,
    })
  }
  return {
    get: (identity) => known.get(identity) ?? NO_CHOICE,
    choose: (identity, choice) => {
      const before = known.get(identity) ?? NO_CHOICE
      const next: ToolChoice = {
        on: choice.on ?? before.on, requiresApproval: choice.requiresApproval ?? before.requiresApproval, toolClass: choice.toolClass ?? before.toolClass,
        untrusted: choice.untrusted ?? before.untrusted, egress: choice.egress ?? before.egress, acceptedPin: choice.acceptedPin ?? before.acceptedPin,
        acceptedDefinition: choice.acceptedDefinition ?? before.acceptedDefinition,
      }
      save.run({ ...next, connectorId: identity.connectorId, tool: identity.tool, on: toFlag(next.on), requiresApproval: toFlag(next.requiresApproval), untrusted: toFlag(next.untrusted), egress: toFlag(next.egress) })
      known.set(identity, next)
    },
    forget: (connectorId) => {
      remove.run(connectorId)
      known.forget(connectorId)
    },
  }
}

const toFlag = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0)
