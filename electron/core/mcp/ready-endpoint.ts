import { AppError } from '../../../shared/errors.ts'
import { isListedHost, parseWebAddress } from '../http/web-address.ts'
import { createValueExpander, type ValueSources } from './expand-values.ts'
import { readServerAddress, refuseHeaderName, refuseHeaderValue } from './server-address.ts'
import type { AddressConfig } from './server-config.ts'

export interface EndpointSources extends ValueSources {
  /** Hosts that may be reached from this machine, each `host` or `host:port`; null: any. */
  readonly allowedHosts: readonly string[] | null
}

/** Where to send to: nothing in it is looked up or expanded any more. */
export interface ReadyEndpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export interface PreparedEndpoint {
  readonly endpoint: ReadyEndpoint
  /** Values that must reach no log, no model and no window. */
  readonly secrets: readonly string[]
}

/**
 * Where to send, with every reference and secret filled in. Nothing of it is ever stored.
 * @throws AppError `connector.variable-unset`, `connector.invalid`
 */
export async function prepareEndpoint(config: AddressConfig, sources: EndpointSources): Promise<PreparedEndpoint> {
  const refuse = (why: string, advice?: string): never => { throw new AppError('connector.invalid', `${config.label} was not connected: ${why}`, advice === undefined ? {} : { advice }) }
  const written = readServerAddress(config.url)
  if (!written.ok) return refuse(written.reason)
  const values = createValueExpander(sources)
  const text = values.expand(written.url)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(config.headers)) {
    const filled = await values.read(name, value)
    const refused = refuseHeaderName(name) ?? (filled === null ? null : refuseHeaderValue(name, filled))
    if (refused !== null) return refuse(refused)
    if (filled !== null) headers[name] = filled
  }
  values.refuseUnset(config.label)
  const url = parseWebAddress(text)
  // What was put in may only have filled the path and the query.
  if (url === null || !text.startsWith(`${url.protocol}//${url.host}/`) || url.hash !== '') return refuse('its address, filled in, is not one that can be used.')
  if (sources.allowedHosts !== null && !isListedHost(url, sources.allowedHosts)) {
    return refuse(`this machine doesn’t allow connectors at ${url.host} (CONNECTOR_ADDRESSES).`, sources.allowedHosts.length === 0 ? 'It allows none.' : `It allows ${sources.allowedHosts.join(', ')}.`)
  }
  return { endpoint: { url, headers }, secrets: [...values.secrets, ...values.secrets.flatMap(partsOf)] }
}

/** What stands after a scheme, as in `Bearer …`, is the secret wherever it turns up alone. */
const partsOf = (secret: string): readonly string[] => (/^[A-Za-z]+\s+\S/.test(secret) ? [secret.replace(/^[A-Za-z]+\s+/, '')] : [])
