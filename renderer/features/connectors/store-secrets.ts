import { serverSecretName, type ServerCandidate } from '../../../shared/connector-record.ts'
import type { CoreClient } from '../../../shared/contract.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { storeKey } from '../../parts/model-form/typed-key.ts'
import type { KeptSecrets } from './server-review.tsx'

/** Puts a server's secret values where secrets are kept. @throws AppError as the core's operations do */
export async function storeSecrets(core: CoreClient, connectorId: ConnectorId, { values }: ServerCandidate, { names, typed, where, vault }: KeptSecrets): Promise<void> {
  let state = vault
  for (const { name, value } of values.filter((variable) => names.has(variable.name))) {
    await storeKey(core, serverSecretName(connectorId, name), { ...typed, value }, where ?? 'session', state)
    // The first one made or opened the file.
    if (where === 'vault') state = 'unlocked'
  }
}
