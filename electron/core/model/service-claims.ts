import type { CapturedClaim, UnverifiedClaim } from '../../../shared/service-claim.ts'

/** Observed of model services: nothing yet. No request of ours has reached one. */
export const MODEL_SERVICES_CAPTURED: Readonly<Record<string, CapturedClaim>> = {}

export const MODEL_SERVICES_UNVERIFIED: Readonly<Record<string, UnverifiedClaim>> = {
  messages_api: { what: 'Requests, streams, stop reasons and errors have the shape that the adapter sends and reads.', from: 'the documentation of the Messages API; our endpoint in the tests is made after it' },
  thinking_is_bound: { what: 'Thinking blocks are taken back byte for byte while a round of tools is open, and only by the model that thought them.', from: 'the documentation of the Messages API' },
  cache_marks: { what: 'At most four marks a request; a read from the cache costs less than input, a write more.', from: 'the documentation of the Messages API' },
  compatible_services: { what: 'Services that call themselves compatible take the same requests.', from: 'their documentation; what a suggestion could not confirm stands in its profile as unverified' },
  prices_and_windows: { what: 'Prices and context windows of suggested models.', from: 'the page and the day that each suggestion names' },
  battery: { what: 'A model that can be trusted with tools passes the battery, and one that can’t fails it.', from: 'nothing: it was played against our own endpoint only, which shows that the verdicts are reached and not that they are right' },
}
