import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { AppError } from '../../../shared/errors.ts'
import { kindOfAddress } from './address-rules.ts'
import { bareHost, privateError } from './web-address.ts'

export interface HostAddress { readonly address: string; readonly family: number }

/** All addresses of a name, in the order to try them. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

export const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true, verbatim: true })

/**
 * The addresses a request may connect to, every one of them checked: one private answer among public ones refuses all.
 * Whoever connects must use these and never look the name up again.
 * @throws AppError `web.private-address`, `web.failed`
 */
export async function resolveChecked(url: URL, listed: boolean, resolve: ResolveHost): Promise<readonly HostAddress[]> {
  const host = bareHost(url)
  const family = isIP(host)
  if (family !== 0) {
    const kind = kindOfAddress(host)
    // The person typed this very address; only what can't be a host stays out.
    if (kind === 'never' || (!listed && kind !== 'public')) throw privateError(url)
    return [{ address: host, family }]
  }
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new AppError('web.failed', `${url.hostname} has no address.`)
  const isAllowed = ({ address }: HostAddress): boolean => {
    const kind = kindOfAddress(address)
    return kind === 'public' || (listed && kind === 'private')
  }
  if (!addresses.every(isAllowed)) throw privateError(url)
  return addresses.map(({ address }) => ({ address, family: isIP(address) }))
}
