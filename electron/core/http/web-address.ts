import { isIP } from 'node:net'
import { AppError } from '../../../shared/errors.ts'
import { kindOfAddress } from './address-rules.ts'

const PUBLIC_PORTS: readonly number[] = [80, 443, 8080, 8443]

/** Null: not an address of a page. Trailing dots of the host are dropped: they name the same host. */
export function parseWebAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const hostname = url.hostname.replace(/\.+$/, '')
  if (hostname === '') return null
  url.hostname = hostname
  return url
}

/** Without the brackets of an IPv6 address. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

export const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))

/** The host a call sends data to, with its port where that isn't the scheme's own. */
export const destinationOf = (url: URL): string => url.host

/** What a person recognises a page by. */
export const shownAddress = (url: URL): string => `${url.host}${url.pathname}`

/** True for hosts of a list that somebody typed: `host` for every port, or `host:port`. */
export function isListedHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((typed) => {
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:/?#@\s]+)(?::(\d{1,5}))?$/i.exec(typed.trim()) ?? []
    if (host === undefined) return false
    const listed = parseWebAddress(`http://${host}/`)
    return listed !== null && listed.hostname === url.hostname && (port === undefined || Number(port) === portOf(url))
  })
}

/**
 * What can be judged before the name is looked up.
 * @throws AppError `web.not-allowed`, `web.private-address`
 */
export function refuseAddress(url: URL, listed: boolean): void {
  if (url.username !== '' || url.password !== '') throw new AppError('web.not-allowed', `The address of ${url.host} holds a user name or password, which are never sent.`)
  if (listed) return
  const host = bareHost(url)
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && kindOfAddress(host) !== 'public')) throw privateError(url)
  if (!PUBLIC_PORTS.includes(portOf(url))) {
    throw new AppError('web.not-allowed', `Port ${portOf(url)} of ${url.hostname} is not one that public pages use (${PUBLIC_PORTS.join(', ')}).`)
  }
}

export const privateError = (url: URL): AppError =>
  new AppError('web.private-address', `${url.host} is on this computer or a private network, not on the public web; nothing was sent to it.`, { advice: 'The person can add it to the private hosts in Settings.' })
