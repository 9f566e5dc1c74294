import { z } from 'zod'

/** US dollars per million tokens. Null: nobody knows; free of charge is 0 and has to be said. */
export const Price = z.number().nonnegative().nullable()

export const Prices = z.strictObject({ input: Price, output: Price, cacheRead: Price, cacheWrite: Price })
export type Prices = z.infer<typeof Prices>

/** Where a key lies. The key itself is never in a profile. */
export const KeyReference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('secret'), name: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal('environment'), variable: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/).max(100) }),
])
export type KeyReference = z.infer<typeof KeyReference>

/**
 * Address of a service, without the `/v1/messages` that its API adds: a pasted one is cut off. Names and passwords in
 * an address would be shown and stored, so they are refused.
 */
export const BaseUrl = z.string().trim().max(500)
  .pipe(z.url({ protocol: /^https?$/, error: 'Enter an address that begins with https:// or http://.' }))
  .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'An address can’t hold a name or password; add the key as a key.')
  .refine((url) => !/[?#]/.test(url), 'An address ends before ? and #.')
  .transform((url) => url.replace(/\/+$/, '').replace(/\/v1(?:\/messages)?$/, '').replace(/\/+$/, ''))

/**
 * Whose word it is that a model may have more than reads. A person's counts for the turns that they are there for, and for no
 * unattended one; `shipped` came with Gatehouse, `battery` is a dated run of fixed tests against the model.
 */
export const Certification = z.strictObject({
  by: z.enum(['shipped', 'person', 'battery']), on: z.iso.date(),
  /** What the tests were run against, and in which version; another model id, address or version, and it counts no more. */
  battery: z.strictObject({ version: z.int(), model: z.string(), baseUrl: z.string() }).optional(),
})
export type TestedAs = NonNullable<Certification['battery']>
export type Certification = z.infer<typeof Certification>

const common = {
  /** What the person calls it, and what turns record as their model. */
  name: z.string().trim().min(1).max(60),
  /** Tokens that fit in one request and its answer; null: unknown. */
  contextWindow: z.int().positive().nullable(),
  /** Null: unknown. */
  maxOutputTokens: z.int().positive().nullable(),
  prices: Prices,
  /** `read-only`: nobody has shown that it handles tools well, so it gets reads alone. */
  certified: z.enum(['full', 'read-only']),
  /** Whose word that is, and since when; left out: the person's. */
  certification: Certification.optional(),
}

export const ModelId = z.string().trim().min(1).max(200)

export const PracticeProfile = z.strictObject({ adapter: z.literal('practice'), ...common })
export const AnthropicProfile = z.strictObject({
  adapter: z.literal('anthropic'), ...common,
  baseUrl: BaseUrl,
  model: ModelId,
  key: KeyReference,
  /** How the service wants its key: `Authorization: Bearer …`, or `x-api-key`. */
  keyHeader: z.enum(['authorization', 'x-api-key']),
  /** It takes images. Left out: nobody knows, so it is told that there were some; a service that can’t take them refuses the whole chat. */
  vision: z.boolean().optional(),
})
export type PracticeProfile = z.infer<typeof PracticeProfile>
export type AnthropicProfile = z.infer<typeof AnthropicProfile>

/** Everything there is to know about a model, but for its key. */
export const ModelProfile = z.discriminatedUnion('adapter', [PracticeProfile, AnthropicProfile])
export type ModelProfile = z.infer<typeof ModelProfile>

/** A profile as it is shipped, to be completed by the person: facts with the day they were read and where. */
export const SuggestedProfile = z.strictObject({
  /** `model` null: whatever the person has on their machine. */
  profile: AnthropicProfile.extend({ model: ModelId.nullable() }),
  readOn: z.iso.date(),
  source: z.url(),
  /** Facts that the source doesn't give; they are null, or a guess that the person should check. */
  unverified: z.array(z.enum(['baseUrl', 'model', 'keyHeader', 'contextWindow', 'maxOutputTokens', 'prices', 'vision'])),
  /** For the person, one or two sentences. */
  note: z.string().max(400),
})
export type SuggestedProfile = z.infer<typeof SuggestedProfile>

/** `locked`: it is stored behind a passphrase that wasn't entered yet. Says nothing of whether a service takes the key. */
export const KeyState = z.enum(['none-needed', 'present', 'missing', 'locked'])
export type KeyState = z.infer<typeof KeyState>

export const ModelRow = z.object({ profile: ModelProfile, keyState: KeyState, /** New turns take it. */ isDefault: z.boolean() })
export type ModelRow = z.infer<typeof ModelRow>

/** What came of one tiny request to a model. */
export const ModelCheck = z.object({
  ok: z.boolean(),
  /** Plain words: what is so, and what to do about it. */
  sentence: z.string(),
  /** Milliseconds until the first piece of the answer; null unless ok. */
  latencyMs: z.number().nullable(),
  /** What works but should be known. */
  notes: z.array(z.string()),
})
export type ModelCheck = z.infer<typeof ModelCheck>
