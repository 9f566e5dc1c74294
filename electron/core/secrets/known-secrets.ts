import { isJsonObject } from '../../../shared/json.ts'
import { createSecretFilter, type SecretFilter } from './redact.ts'

/** Takes the secrets that were used so far out of what is about to be stored, shown or sent. */
export interface KnownSecrets extends SecretFilter {
  /** Every text in what is JSON, names of members too. */
  readonly redactJson: (value: unknown) => unknown
}

/** @param seenValues only ever grows */
export function createKnownSecrets(seenValues: () => readonly string[]): KnownSecrets {
  let count = 0
  let filter = createSecretFilter([])
  const current = (): SecretFilter => {
    const values = seenValues()
    if (values.length !== count) {
      filter = createSecretFilter(values)
      count = values.length
    }
    return filter
  }
  const redact = (text: string): string => current().redact(text)
  return { redact, stream: () => current().stream(), redactJson: (value) => (seenValues().length === 0 ? value : mapTexts(value, redact)) }
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [map(name), mapTexts(member, map)])) : value
}
