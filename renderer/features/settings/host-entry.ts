import { HostName } from '../../../shared/settings.ts'

export type HostProblem = 'empty' | 'address' | 'wildcard' | 'port' | 'host' | 'known'
export type HostEntry = { readonly ok: true; readonly host: string } | { readonly ok: false; readonly problem: HostProblem }

const refuse = (problem: HostProblem): HostEntry => ({ ok: false, problem })

/** Reads `host` or `host:port` as a person types it; an IPv6 address stands in brackets. */
export function parseHostEntry(typed: string, known: readonly string[]): HostEntry {
  const text = typed.trim().toLowerCase()
  if (text === '') return refuse('empty')
  if (text.includes('*')) return refuse('wildcard')
  if (/[/?#@\s]/.test(text)) return refuse('address')
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text)
  if (parts === null) return refuse('host')
  const [, name = '', port] = parts
  const host = HostName.safeParse(name)
  if (!host.success) return refuse('host')
  if (port !== undefined && !(/^[0-9]{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) return refuse('port')
  const whole = port === undefined ? host.data : `${host.data}:${Number(port)}`
  return known.includes(whole) ? refuse('known') : { ok: true, host: whole }
}
