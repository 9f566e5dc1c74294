import type { CapturedClaim, UnverifiedClaim } from '../../../shared/service-claim.ts'

export const MCP_SERVERS_CAPTURED: Readonly<Record<string, CapturedClaim>> = {
  reference_servers: { what: 'Published reference servers start over stdio, list their tools and answer calls.', on: '2026-11-30', how: 'test/mcp/installed-servers.test.ts starts the installed packages as processes' },
}

export const MCP_SERVERS_UNVERIFIED: Readonly<Record<string, UnverifiedClaim>> = {
  servers_of_services: { what: 'Servers that stand before a service (mail, calendars, trackers) hint their tools’ classes as the protocol says.', from: 'the protocol’s text; a person reviews each tool before it is on' },
  idempotency_key: { what: 'A server may use the key in _meta to tell a repeat apart.', from: 'our own proposal: no server is known to' },
}
