import type { CallHandlers } from '../../../shared/contract.ts'
import type { ConfigReview, ServerSetupInput } from '../../../shared/connector-record.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { holdsPassword, looksSecret } from '../mcp/dangerous-environment.ts'
import type { ImportReview } from '../mcp/import-config.ts'
import { reviewConfigText } from '../mcp/parse-config-text.ts'
import type { EnvironmentValue, ServerConfig } from '../mcp/server-config.ts'
import { MASK } from '../mcp/variable-references.ts'
import type { CoreParts } from './core-parts.ts'

type ServerCalls = Pick<CallHandlers, 'connector.parse-config' | 'connector.add' | 'connector.update' | 'connector.rename' | 'connector.remove' | 'connector.retry' | 'connector.log'>

/** Adding, changing and removing servers. @param onRemoved told when approvals that were given ahead went with one */
export function createServerHandlers(parts: CoreParts, onRemoved: () => void): ServerCalls {
  const { servers, choices, standing, host } = parts
  const configOf = (connectorId: ConnectorId): ServerConfig => {
    const found = servers.find(connectorId)
    if (found === null) throw new AppError('input.not-found', 'There is no such server.', { advice: 'It may have been removed in another window.' })
    return found.config
  }
  /** Cards and lists tell connectors apart by their labels. */
  const free = (label: string, own: ConnectorId | null): string => {
    const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
    const taken = parts.catalog.connectors.some((connector) => connector.id !== own && plain(connector.label) === plain(label))
    if (taken) throw new AppError('connector.invalid', `There is a connector named “${label.trim()}” already.`, { kept: 'Nothing was changed.', advice: 'Give this one another name.' })
    return label
  }
  return {
    'connector.parse-config': async ({ text, origin }) => toReview(reviewConfigText(text, origin)),
    'connector.add': async ({ label, command, args, env, cwd }) => ({ connectorId: servers.add({ label: free(label, null), command, args, env: toEnvironment(env, {}), cwd: orNull(cwd) }, !env.some(({ secret }) => secret === true)) }),
    'connector.update': async ({ connectorId, command, args, env, cwd }) => {
      servers.change(connectorId, { command, args, env: toEnvironment(env, configOf(connectorId).env), cwd: orNull(cwd) })
      return {}
    },
    'connector.rename': async ({ connectorId, label }) => {
      servers.change(connectorId, { label: free(label, connectorId) })
      return {}
    },
    'connector.remove': async ({ connectorId }) => {
      configOf(connectorId)
      servers.remove(connectorId)
      choices.forget(connectorId)
      for (const approval of standing.list()) if (approval.connectorId === connectorId) standing.revoke(approval.id, host.clock.now())
      onRemoved()
      return {}
    },
    'connector.retry': async ({ connectorId }) => {
      servers.retry(configOf(connectorId).id)
      return {}
    },
    'connector.log': async ({ connectorId }) => {
      configOf(connectorId)
      return { lines: (servers.find(connectorId)?.connector.log() ?? []).map(({ from, text, at }) => ({ from, text, at })) }
    },
  }
}

/** A name without a value keeps what is stored under it. @throws AppError `connector.invalid` */
function toEnvironment(env: ServerSetupInput['env'], before: ServerConfig['env']): Record<string, EnvironmentValue> {
  const entries = env.map(({ name, value, secret }): [string, EnvironmentValue] => {
    if (secret === true) return [name, { kind: 'secret', secret: name }]
    const kept = value === null && Object.hasOwn(before, name) ? before[name] : undefined
    if (kept === undefined && value === null) throw new AppError('connector.invalid', `${name} has no value.`, { kept: 'Nothing was changed.' })
    return [name, kept ?? { kind: 'text', text: value ?? '' }]
  })
  const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined) throw new AppError('connector.invalid', `${twice[0]} is set twice.`, { kept: 'Nothing was changed.' })
  return Object.fromEntries(entries)
}

const orNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim())

const toReview = ({ origin, entries, problem }: ImportReview): ConfigReview => ({
  origin, problem,
  candidates: entries.flatMap((entry) => (!entry.ok ? [] : [{
    label: entry.server.name, command: entry.server.command, args: [...entry.server.args], cwd: entry.server.cwd,
    env: entry.server.shownEnv.map(({ name, shown }) => ({ name, shown, value: entry.server.env[name] ?? '', secret: shown === MASK && (looksSecret(name) || holdsPassword(entry.server.env[name] ?? '')) })),
    references: [...entry.server.references], warnings: [...entry.server.warnings], problems: [...entry.server.problems],
  }])),
  refused: entries.flatMap((entry) => (entry.ok ? [] : [{ name: entry.name, reason: entry.reason }])),
})
