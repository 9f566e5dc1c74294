import { after } from 'node:test'
import type { Clock } from '../../electron/core/host.ts'
import type { AnthropicProfile } from '../../shared/model-profile.ts'
import { startMessagesEndpoint, type EndpointOptions, type MessagesEndpoint } from '../fakes/messages-endpoint.ts'
import { createProbe, type Probe } from './probe-connector.ts'
import { startCore, type CoreOptions, type LiveCore } from './live-core.ts'

export const KEY = 'sk-live-4f9a7c2e81d0b365'

export const endpointProfile = (baseUrl: string, rest: Partial<AnthropicProfile> = {}): AnthropicProfile => ({
  adapter: 'anthropic', name: 'Local', contextWindow: null, maxOutputTokens: null, prices: { input: null, output: null, cacheRead: null, cacheWrite: null }, certified: 'full',
  baseUrl, model: 'test-model', key: { kind: 'secret', name: 'local' }, keyHeader: 'authorization', ...rest,
})

const endpoints = new Set<MessagesEndpoint>()
after(async () => { for (const endpoint of endpoints) await endpoint.close() })

export async function startEndpoint(options: EndpointOptions = {}): Promise<MessagesEndpoint> {
  const endpoint = await startMessagesEndpoint({ key: KEY, ...options })
  endpoints.add(endpoint)
  return endpoint
}

/** Time that passes twenty times as fast, so that waiting for a service takes as long as a test may. */
export function createQuickClock(factor = 20): Clock {
  const began = Date.now()
  const now = (): number => began + (Date.now() - began) * factor
  return {
    now,
    at: (at, then) => {
      const timer = setTimeout(then, Math.max(0, (at - now()) / factor) + 1)
      return () => { clearTimeout(timer) }
    },
  }
}

export interface ModelCore extends LiveCore { readonly endpoint: MessagesEndpoint; readonly probe: Probe }

/** A core whose new turns go to the endpoint, with the key kept for the session. */
export async function startWithEndpoint(options: EndpointOptions = {}, core: CoreOptions = {}, profile: Partial<AnthropicProfile> = {}): Promise<ModelCore> {
  const endpoint = await startEndpoint(options)
  const probe = createProbe()
  const live = await startCore({ ...core, additions: { connectors: [probe.connector], ...core.additions } })
  await live.call('model.save', { profile: endpointProfile(endpoint.url, profile), isNew: true })
  await live.call('secret.set', { name: 'local', value: KEY, where: 'session' })
  await live.call('model.choose', { name: profile.name ?? 'Local' })
  return { ...live, endpoint, probe }
}
