import type { ModelProfile } from '../../shared/model-profile.ts'

export const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
/** Ten tokens in and five out, which each scripted step takes, are 35 millionths of a dollar. */
export const PRICES = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }

/** The scripted model as one that somebody set up, with these prices. */
export const scriptProfile = (prices: ModelProfile['prices']): Extract<ModelProfile, { adapter: 'anthropic' }> => ({
  adapter: 'anthropic', name: 'script', contextWindow: null, maxOutputTokens: null, prices, certified: 'full', baseUrl: 'http://127.0.0.1:9', model: 'script', key: { kind: 'none' }, keyHeader: 'x-api-key',
})
