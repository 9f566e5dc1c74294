import { z } from 'zod'
import { call, none } from './contract-parts.ts'

/** What we say about a service of somebody else's: observed, with the day and how, or read in its documentation and never tried. A test against a fake of our own is neither. */
export const CapturedClaim = z.object({ what: z.string(), on: z.string(), how: z.string() })
export type CapturedClaim = z.infer<typeof CapturedClaim>
export const UnverifiedClaim = z.object({ what: z.string(), from: z.string() })
export type UnverifiedClaim = z.infer<typeof UnverifiedClaim>

/** All of one kind of services. */
export const ServiceClaims = z.object({ about: z.enum(['model-services', 'mcp-servers', 'webhook-senders']), captured: z.array(CapturedClaim), unverified: z.array(UnverifiedClaim) })
export type ServiceClaims = z.infer<typeof ServiceClaims>

export const claimOperations = {
  'claims.list': call(none, z.object({ rows: z.array(ServiceClaims) })),
} as const
