import { isIP } from 'node:net'
import { kindOfAddress } from '../http/address-rules.ts'
import { bareHost, parseWebAddress } from '../http/web-address.ts'
import type { AddressRules } from './imported-server.ts'

/** Where a server is, as its address alone tells. */
export type ServerPlace = 'this-computer' | 'own-network' | 'elsewhere'

export type ReadAddress =
  | { readonly ok: true; /** With its host as it is looked up: ASCII, lower case. References stay. */ readonly url: string; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string }

const REFERENCE = /\$\{[^{}]*\}/g
const OWN_NETWORK = /(?:\.(?:local|internal|lan|home|home\.arpa))$/

/** A server's address as a person or a configuration wrote it. Looks nothing up. */
export function readServerAddress(text: string): ReadAddress {
  const trimmed = text.trim()
  const refuse = (reason: string): ReadAddress => ({ ok: false, reason })
  if (/[\s\p{Cc}]/u.test(trimmed)) return refuse('The address holds spaces or line ends.')
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(trimmed)?.[0]
  if (origin === undefined || !/^https?:/i.test(origin)) return refuse('The address has to begin with https:// or http://.')
  if (origin.includes('$')) return refuse('The address leaves open where it leads. Write its host out; only its path and query can hold references.')
  const url = parseWebAddress(trimmed.replaceAll(REFERENCE, 'x'))
  if (url === null) return refuse('That is not an address of a server.')
  if (url.username !== '' || url.password !== '') return refuse('The address holds a user name or password. Set a header instead, such as Authorization.')
  if (trimmed.includes('#')) return refuse('The address holds a “#”, and nothing after it would ever be sent.')
  const host = bareHost(url)
  if (isIP(host) !== 0 && kindOfAddress(host) === 'never') return refuse(`No server can be reached at ${host}.`)
  const rest = trimmed.slice(origin.length)
  return { ok: true, url: `${url.protocol}//${url.host}${rest === '' || !rest.startsWith('/') ? '/' : ''}${rest}`, warnings: warnAboutAddress(url, trimmed) }
}

/** Only what is visibly near may turn out to be: a name of the public net that leads here was not reviewed as that. */
export function placeOf(url: URL): ServerPlace {
  const host = bareHost(url)
  if (host === 'localhost' || host.endsWith('.localhost')) return 'this-computer'
  if (isIP(host) !== 0) {
    if (/^127\.|^::1$/.test(host)) return 'this-computer'
    return kindOfAddress(host) === 'public' ? 'elsewhere' : 'own-network'
  }
  return !host.includes('.') || OWN_NETWORK.test(host) ? 'own-network' : 'elsewhere'
}

/** What a person should know about an address before anything is sent to it, one sentence each. Nothing here allows anything. */
function warnAboutAddress(url: URL, text: string): readonly string[] {
  const place = placeOf(url)
  const host = bareHost(url)
  const warnings: string[] = []
  if (place === 'this-computer') warnings.push('It is on this computer: whatever program listens there gets what is sent.')
  if (place === 'own-network') warnings.push('It is on your own network: on another network, the same address can be somebody else’s.')
  if (url.protocol === 'http:' && place !== 'this-computer') warnings.push('It is not encrypted (http): whoever is on the way can read and change everything, headers with keys included.')
  if (isIP(host) !== 0 && place === 'elsewhere') warnings.push('Its host is a bare number: nothing says whose it is.')
  if (host.split('.').some((part) => part.startsWith('xn--'))) warnings.push(`Its host has letters that can look like others. It is looked up as ${host}.`)
  if (/[?&][^=&#]*(?:key|token|secret|auth|pass|sig)[^=&#]*=(?!\$\{(?!input:))[^&#]/i.test(text)) warnings.push('A secret seems to stand in its address, which is stored and shown as it is. A header keeps it with the secrets.')
  return warnings
}

const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'date', 'expect', 'host', 'keep-alive', 'last-event-id', 'origin', 'referer',
  'te', 'trailer', 'transfer-encoding', 'upgrade', 'via', '__proto__',
])

/** Why a header can't be set for a server; null when it can. */
export function refuseHeaderName(name: string): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/.test(name)) return `“${name.slice(0, 60)}” is not a name for a header.`
  const lower = name.toLowerCase()
  if (OWN_HEADERS.has(lower) || /^(?:mcp|proxy|sec)-/.test(lower)) return `The header ${name} belongs to the connection itself, so it can’t be set for a server.`
  return null
}

/** Why a header can't have this value; null when it can. Says nothing of the value. */
export const refuseHeaderValue = (name: string, value: string): string | null =>
  (/^[\t\x20-\x7e\u0080-\u00ff]*$/.test(value) ? null : `The value of the header ${name} holds line ends or letters that no header can hold.`)

export const ADDRESS_RULES: AddressRules = { readAddress: readServerAddress, refuseHeader: refuseHeaderName }
