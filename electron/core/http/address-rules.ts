import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Who an IP address can belong to. `never`: no page lives there (this network's own signalling, groups, nobody). */
export type AddressKind = 'public' | 'private' | 'link-local' | 'never'

/** @param address as the URL parser or a resolver writes it, without brackets; what isn't one is `never` */
export function kindOfAddress(address: string): AddressKind {
  // The library takes `::1.2.3.4` for the IPv4 address, which is not what the system would connect to.
  if (isIP(address) === 0 || !ipaddr.isValid(address) || /^::\d+\./.test(address)) return 'never'
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv4 ? kindOfIPv4(parsed) : kindOfIPv6(parsed)
}

function kindOfIPv4(address: ipaddr.IPv4): AddressKind {
  switch (address.range()) {
    case 'unicast': return 'public'
    case 'loopback':
    case 'private':
    case 'carrierGradeNat': return 'private'
    case 'linkLocal': return 'link-local'
    default: return 'never'
  }
}

/** Forms that carry an IPv4 address are what that address is. */
function kindOfIPv6(address: ipaddr.IPv6): AddressKind {
  const { parts } = address
  switch (address.range()) {
    case 'unicast': return isGlobal(parts) && !isTunnelled(parts) ? 'public' : 'never'
    case 'loopback':
    case 'uniqueLocal': return 'private'
    case 'linkLocal': return 'link-local'
    case 'ipv4Mapped': return kindOfIPv4(embedded(parts, 6))
    case 'rfc6052': return parts[2] === 0 ? kindOfIPv4(embedded(parts, 6)) : 'never'
    case '6to4': return kindOfIPv4(embedded(parts, 1))
    default: return 'never'
  }
}

const isGlobal = ([first = 0]: readonly number[]): boolean => first >= 0x2000 && first <= 0x3fff

/** An address that some routers unwrap to the IPv4 address in its last half. */
const isTunnelled = (parts: readonly number[]): boolean => parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)

function embedded(parts: readonly number[], at: number): ipaddr.IPv4 {
  const high = parts[at] ?? 0
  const low = parts[at + 1] ?? 0
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}
