import { assertNever } from '../../../shared/assert-never.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import type { ModelFailure } from './anthropic-failure.ts'

export interface FailureWords { readonly code: ErrorCode; readonly message: string; readonly advice: string }

/** What a person reads about a failure: what happened, and what to do. */
export function describeFailure(failure: ModelFailure, profile: AnthropicProfile): FailureWords {
  const words = (code: ErrorCode, message: string, advice: string): FailureWords => ({ code, message, advice })
  const host = hostOf(profile.baseUrl)
  switch (failure.kind) {
    case 'unauthorized': return words('model.unauthorized', 'The key was refused.', `Check the key of “${profile.name}” in Settings.`)
    case 'forbidden': return words('model.unauthorized', withWords('The key was refused', failure), `Check the key of “${profile.name}”, and what it is allowed to use.`)
    case 'unknown-model': return words('model.not-found', `The service has no model “${profile.model}”.`, 'Check the model id in Settings.')
    case 'wrong-address': return words('model.not-found', `There is no Messages API at ${profile.baseUrl}.`, 'Check the address in Settings; it ends before /v1/messages.')
    case 'not-compatible': return words('model.not-found', `What answers at ${profile.baseUrl} does not speak the Anthropic Messages API.`, 'Check the address in Settings, and that the service offers /v1/messages with streaming.')
    case 'moved': return words('model.not-found', `The service at ${profile.baseUrl} points to another address, which is not followed.`, 'Enter the address it is at now.')
    case 'bad-request': case 'thinking-refused': return words('model.bad-request', withWords('The service refused the request', failure), 'Sending the same again won’t help. Start a new chat, or choose another model.')
    case 'too-long': return words('model.too-long', withWords('The chat is too long for the model', failure), 'Start a new chat, or choose a model with a larger context window.')
    case 'rate-limited': return words('model.rate-limited', `The service’s rate limit is reached.${failure.retryAfterMs === null ? '' : ` It asks to wait ${sayDuration(failure.retryAfterMs)}.`}`, 'Try again later.')
    case 'overloaded': return words('model.unavailable', 'The service is overloaded.', 'Try again later.')
    case 'server-error': return words('model.unavailable', failure.status === null ? 'The service failed.' : `The service failed (status ${failure.status}).`, 'Try again later.')
    case 'host-unknown': return words('model.unavailable', `The host ${host} can’t be found.`, 'Check the address in Settings, and the network.')
    case 'connection-refused': return words('model.unavailable', `Nothing answers at ${host}.`, 'Check that the service is running, and its address.')
    case 'unreachable': return words('model.unavailable', `${host} can’t be reached.`, 'Check the network and the address.')
    case 'tls': return words('model.unavailable', `There is no secure connection to ${host}${failure.said === '' ? '' : ` (${failure.said})`}.`, 'Check that the address begins as it should (https:// or http://), and the service’s certificate.')
    case 'dropped': return words('model.unavailable', `The connection to ${host} broke.`, 'Check the network, and try again.')
    case 'silent': return words('model.unavailable', `${host} stopped sending anything.`, 'Try again later.')
    case 'too-much': return words('model.stream-broken', `${host} sent more than any answer is long, so it was cut off.`, 'Check the address in Settings, or choose another model.')
    case 'broken': return words('model.stream-broken', 'The model’s answer broke off.', 'Try again.')
    default: return assertNever(failure.kind, 'failure')
  }
}

/** Once something of an answer was heard, a connection that ends is an answer that broke off. */
export function toModelError(failure: ModelFailure, profile: AnthropicProfile, wasHeard: boolean): AppError {
  const isCut = wasHeard && (failure.kind === 'dropped' || failure.kind === 'silent')
  const { code, message, advice } = describeFailure(isCut ? { ...failure, kind: 'broken' } : failure, profile)
  return new AppError(code, message, { advice, ...(wasHeard ? { kept: 'What was seen of the answer.' } : {}) })
}

/** What a person reads while a failed request waits to be sent again. */
export function waitingSentence(failure: ModelFailure, waitMs: number): string {
  if (failure.retryAfterMs !== null) return `The service asks to wait ${sayDuration(waitMs)}; trying again.`
  switch (failure.kind) {
    case 'rate-limited': return `The service’s rate limit is reached; trying again in ${sayDuration(waitMs)}.`
    case 'overloaded': return `The service is overloaded; trying again in ${sayDuration(waitMs)}.`
    case 'server-error': return `The service failed; trying again in ${sayDuration(waitMs)}.`
    case 'unauthorized': case 'forbidden': case 'unknown-model': case 'wrong-address': case 'not-compatible': case 'moved': case 'bad-request': case 'thinking-refused': case 'too-long':
    case 'host-unknown': case 'connection-refused': case 'unreachable': case 'tls': case 'dropped': case 'silent': case 'broken': case 'too-much':
      return `The connection failed; trying again in ${sayDuration(waitMs)}.`
    default: return assertNever(failure.kind, 'failure')
  }
}

export const THINKING_REFUSED_SENTENCE = 'The service did not take back the model’s earlier thinking; trying again without it.'

function sayDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

const withWords = (message: string, failure: ModelFailure): string => (failure.said === '' ? `${message}.` : `${message}: ${failure.said}${/[.!?…]$/.test(failure.said) ? '' : '.'}`)

const hostOf = (baseUrl: string): string => new URL(baseUrl).host
