import type { CallHandlers } from '../../../shared/contract.ts'
import type { CapturedClaim, ServiceClaims, UnverifiedClaim } from '../../../shared/service-claim.ts'
import { MCP_SERVERS_CAPTURED, MCP_SERVERS_UNVERIFIED } from '../mcp/service-claims.ts'
import { MODEL_SERVICES_CAPTURED, MODEL_SERVICES_UNVERIFIED } from '../model/service-claims.ts'
import { WEBHOOK_SENDERS_CAPTURED, WEBHOOK_SENDERS_UNVERIFIED } from '../unattended/webhooks/service-claims.ts'

const claims = (about: ServiceClaims['about'], captured: Readonly<Record<string, CapturedClaim>>, unverified: Readonly<Record<string, UnverifiedClaim>>): ServiceClaims =>
  ({ about, captured: Object.values(captured), unverified: Object.values(unverified) })

/** The records that stand beside the code of each. */
export const createClaimHandlers = (): Pick<CallHandlers, 'claims.list'> => ({
  'claims.list': async () => ({
    rows: [
      claims('model-services', MODEL_SERVICES_CAPTURED, MODEL_SERVICES_UNVERIFIED), claims('mcp-servers', MCP_SERVERS_CAPTURED, MCP_SERVERS_UNVERIFIED),
      claims('webhook-senders', WEBHOOK_SENDERS_CAPTURED, WEBHOOK_SENDERS_UNVERIFIED),
    ],
  }),
})
