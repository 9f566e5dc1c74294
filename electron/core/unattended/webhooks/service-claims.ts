import type { CapturedClaim, UnverifiedClaim } from '../../../../shared/service-claim.ts'

/** Observed of programs that send webhooks: nothing yet. */
export const WEBHOOK_SENDERS_CAPTURED: Readonly<Record<string, CapturedClaim>> = {}

export const WEBHOOK_SENDERS_UNVERIFIED: Readonly<Record<string, UnverifiedClaim>> = {
  standard_webhooks: { what: 'Senders that follow Standard Webhooks sign as the listener checks, several signatures parted by blanks included.', from: 'the scheme’s text; the tests sign by it themselves' },
  retries: { what: 'A sender that hears 429 or 503 sends again later under the same id, and one that hears 202 doesn’t.', from: 'the scheme’s text' },
}
