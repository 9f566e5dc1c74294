import { AnthropicProfile, type SuggestedProfile } from '../../../shared/model-profile.ts'

type PriceName = keyof AnthropicProfile['prices']
export const PRICE_NAMES: readonly PriceName[] = ['input', 'output', 'cacheRead', 'cacheWrite']

/** A profile as it is typed: text in every field, empty for unknown. The key itself isn't part of it. */
export interface FormFields {
  readonly name: string
  readonly baseUrl: string
  readonly model: string
  readonly keyKind: AnthropicProfile['key']['kind']
  /** Empty: made of the name. */
  readonly secretName: string
  readonly variable: string
  readonly keyHeader: AnthropicProfile['keyHeader']
  readonly contextWindow: string
  readonly maxOutputTokens: string
  readonly prices: Readonly<Record<PriceName, string>>
  readonly certified: AnthropicProfile['certified']
  readonly vision: boolean
}

export type FieldName = 'name' | 'baseUrl' | 'model' | 'variable' | 'contextWindow' | 'maxOutputTokens' | PriceName
export type ReadFields = { readonly ok: true; readonly profile: AnthropicProfile } | { readonly ok: false; readonly problems: ReadonlySet<FieldName> }

export const EMPTY_FIELDS: FormFields = {
  name: '', baseUrl: '', model: '', keyKind: 'secret', secretName: '', variable: '', keyHeader: 'authorization', contextWindow: '', maxOutputTokens: '',
  prices: { input: '', output: '', cacheRead: '', cacheWrite: '' }, certified: 'read-only', vision: false,
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

export const fieldsOf = (profile: SuggestedProfile['profile']): FormFields => ({
  name: profile.name, baseUrl: profile.baseUrl, model: profile.model ?? '',
  keyKind: profile.key.kind, secretName: profile.key.kind === 'secret' ? profile.key.name : '', variable: profile.key.kind === 'environment' ? profile.key.variable : '',
  keyHeader: profile.keyHeader, contextWindow: textOf(profile.contextWindow), maxOutputTokens: textOf(profile.maxOutputTokens),
  prices: { input: textOf(profile.prices.input), output: textOf(profile.prices.output), cacheRead: textOf(profile.prices.cacheRead), cacheWrite: textOf(profile.prices.cacheWrite) },
  certified: profile.certified, vision: profile.vision === true,
})

/** Under which the key of this model is stored. */
export function secretNameOf({ secretName, name }: Pick<FormFields, 'secretName' | 'name'>): string {
  if (secretName !== '') return secretName
  const made = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 60)
  return made === '' ? 'model-key' : made
}

/** Null: unknown; NaN: no number. */
const readNumber = (text: string): number | null => (text.trim() === '' ? null : /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : NaN)

export function readFields(fields: FormFields): ReadFields {
  const { prices } = fields
  const parsed = AnthropicProfile.safeParse({
    adapter: 'anthropic', name: fields.name, baseUrl: fields.baseUrl, model: fields.model, key: keyOf(fields), keyHeader: fields.keyHeader, certified: fields.certified, ...(fields.vision ? { vision: true } : {}),
    contextWindow: readNumber(fields.contextWindow), maxOutputTokens: readNumber(fields.maxOutputTokens),
    prices: { input: readNumber(prices.input), output: readNumber(prices.output), cacheRead: readNumber(prices.cacheRead), cacheWrite: readNumber(prices.cacheWrite) },
  })
  if (parsed.success) return { ok: true, profile: parsed.data }
  return { ok: false, problems: new Set(parsed.error.issues.flatMap(({ path }) => fieldAt(path) ?? [])) }
}

function keyOf(fields: FormFields): AnthropicProfile['key'] {
  switch (fields.keyKind) {
    case 'none': return { kind: 'none' }
    case 'secret': return { kind: 'secret', name: secretNameOf(fields) }
    case 'environment': return { kind: 'environment', variable: fields.variable.trim() }
  }
}

function fieldAt(path: readonly PropertyKey[]): FieldName | null {
  const [first, second] = path
  switch (first) {
    case 'name': case 'baseUrl': case 'model': case 'contextWindow': case 'maxOutputTokens': return first
    case 'key': return 'variable'
    case 'prices': return PRICE_NAMES.find((price) => price === second) ?? null
    default: return null
  }
}
