/** What a destination's looks can hide: `encoded` is the plain spelling of a host with foreign letters. */
export type DestinationNote = { readonly kind: 'none' } | { readonly kind: 'encoded'; readonly name: string } | { readonly kind: 'already-encoded' }

/** Reads a host out of an address, an e-mail address or a bare name. Pure; never throws. */
export function destinationNote(value: string): DestinationNote {
  const host = hostOf(value.trim())
  if (host === null) return { kind: 'none' }
  if (/(^|\.)xn--/i.test(host.written)) return { kind: 'already-encoded' }
  return host.plain.includes('xn--') ? { kind: 'encoded', name: host.plain } : { kind: 'none' }
}

function hostOf(value: string): { readonly written: string; readonly plain: string } | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value.slice(value.lastIndexOf('@') + 1)}`
  if (!URL.canParse(address)) return null
  const written = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(address)?.[1] ?? ''
  const plain = new URL(address).hostname
  return plain === '' ? null : { written, plain }
}
