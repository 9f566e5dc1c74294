import type { CallHandlers } from '../../../shared/contract.ts'
import { isSecretOf, serverSecretName, type ServerLimits, type ServerSetupInput } from '../../../shared/connector-record.ts'
import { AppError, toWireError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { reviewConfigText } from '../mcp/parse-config-text.ts'
import { valuesOf, type ServerConfig, type ServerSetup, type ServerValue, type ServerValues } from '../mcp/server-config.ts'
import { toConfigReview } from './config-review.ts'
import type { CoreParts } from './core-parts.ts'

type ServerCalls = Pick<CallHandlers, 'connector.parse-config' | 'connector.unpack-bundle' | 'connector.add' | 'connector.update' | 'connector.rename' | 'connector.remove' | 'connector.retry' | 'connector.log' | 'connector.set-price'>

export interface AfterRemoval {
  /** Approvals that were given ahead are gone. */
  readonly refreshApprovals: () => void
  readonly removeSecret: (name: string) => Promise<void>
}

/** Adding, changing and removing servers. */
export function createServerHandlers(parts: CoreParts, { refreshApprovals, removeSecret }: AfterRemoval, onPrice: (connectorId: ConnectorId) => void): ServerCalls {
  const { servers, choices, callPrices, standing, host } = parts
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
  /** What can't be deleted is said and costs nothing else. */
  const removeSecrets = async (connectorId: ConnectorId, named: readonly string[]): Promise<{ name: string; reason: string }[]> => {
    const left: { name: string; reason: string }[] = []
    for (const name of new Set([...named, ...storedNames(parts).filter((stored) => isSecretOf(connectorId, stored))])) {
      try {
        await removeSecret(name)
      } catch (error) {
        left.push({ name, reason: toWireError(error).message })
      }
    }
    return left
  }
  return {
    'connector.parse-config': async ({ text, origin }) => toConfigReview(reviewConfigText(text, origin)),
    'connector.unpack-bundle': async ({ data, ...piece }) => {
      const review = await parts.bundles.take({ ...piece, data: Buffer.from(data, 'base64') })
      return review === null ? null : toConfigReview(review)
    },
    'connector.add': async ({ label, ...setup }) => ({ connectorId: servers.add({ label: free(label, null), ...toSetup(setup, {}) }, !setup.values.some(({ secret }) => secret === true)) }),
    'connector.update': async ({ connectorId, ...setup }) => {
      servers.change(connectorId, toSetup(setup, valuesOf(configOf(connectorId))))
      return {}
    },
    'connector.rename': async ({ connectorId, label }) => {
      servers.change(connectorId, { label: free(label, connectorId) })
      return {}
    },
    'connector.remove': async ({ connectorId }) => {
      const config = configOf(connectorId)
      const named = Object.values(valuesOf(config)).flatMap((value) => (value.kind === 'secret' ? [serverSecretName(connectorId, value.secret)] : []))
      servers.remove(connectorId)
      choices.forget(connectorId)
      parts.bundles.remove(config, servers.configs())
      callPrices.forget(connectorId)
      for (const approval of standing.list()) if (approval.connectorId === connectorId) standing.revoke(approval.id, host.clock.now())
      refreshApprovals()
      return { secretsLeft: await removeSecrets(connectorId, named) }
    },
    'connector.set-price': async ({ connectorId, tool, price }) => {
      callPrices.set(configOf(connectorId).id, tool, price)
      onPrice(connectorId)
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

/** @throws AppError `connector.invalid` */
function toSetup({ reach, values, limits = NO_LIMITS }: Pick<ServerSetupInput, 'reach' | 'values' | 'limits'>, before: ServerValues): SetupOf<ServerSetup> {
  const named = toValues(values, before)
  switch (reach.kind) {
    case 'command': return { kind: 'command', command: reach.command, args: reach.args, cwd: orNull(reach.cwd), env: named, ...limits }
    case 'address': return { kind: 'address', url: reach.url, headers: named, ...limits }
  }
}

type SetupOf<T> = T extends unknown ? Omit<T, 'label'> : never

/** A name without a value keeps what is stored under it. @throws AppError `connector.invalid` */
function toValues(values: ServerSetupInput['values'], before: ServerValues): Record<string, ServerValue> {
  const entries = values.map(({ name, value, secret }): [string, ServerValue] => {
    if (secret === true) return [name, { kind: 'secret', secret: name }]
    const kept = value === null && Object.hasOwn(before, name) ? before[name] : undefined
    if (kept === undefined && value === null) throw new AppError('connector.invalid', `${name} has no value.`, { kept: 'Nothing was changed.' })
    return [name, kept ?? { kind: 'text', text: value ?? '' }]
  })
  const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined) throw new AppError('connector.invalid', `${twice[0]} is set twice.`, { kept: 'Nothing was changed.' })
  return Object.fromEntries(entries)
}

/** Those whose list can't be read are at least tried by the names that are known. */
function storedNames(parts: CoreParts): readonly string[] {
  try {
    return parts.secrets.store.names().map(({ name }) => name)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return []
  }
}

const NO_LIMITS: ServerLimits = { startSeconds: null, callSeconds: null, totalSeconds: null }

const orNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim())
