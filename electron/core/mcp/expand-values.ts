import { AppError } from '../../../shared/errors.ts'
import { expandReferences } from '../../../shared/variable-references.ts'
import type { Environment } from './child-environment.ts'
import { holdsCredential, looksSecret } from './dangerous-environment.ts'
import type { ServerValue } from './server-config.ts'

export interface ValueSources {
  /** Where references are looked up; usually `process.env`. */
  readonly own: Environment
  /** Null: there is no such secret. */
  readonly secretOf: (name: string) => Promise<string | null>
}

/** Fills in one server's references and secrets, and remembers what must reach no log, no model and no window. */
export interface ValueExpander {
  /** Empty where something is unset: `refuseUnset` says what. */
  readonly expand: (text: string) => string
  /** Null where it is unset. */
  readonly read: (name: string, value: ServerValue) => Promise<string | null>
  readonly secrets: readonly string[]
  /** @throws AppError `connector.variable-unset` naming everything that was missing */
  readonly refuseUnset: (label: string) => void
}

export function createValueExpander({ own, secretOf }: ValueSources): ValueExpander {
  const unset = new Set<string>()
  const secrets: string[] = []
  const lookUp = (name: string): string | null => {
    const value = own[name] ?? null
    if (value !== null && looksSecret(name)) secrets.push(value)
    return value
  }
  const expand = (text: string): string => {
    const expanded = expandReferences(text, lookUp)
    if (expanded.ok) return expanded.text
    for (const name of expanded.unset) unset.add(name)
    return ''
  }
  return {
    expand, secrets,
    read: async (name, value) => {
      const text = value.kind === 'text' ? expand(value.text) : await secretOf(value.secret)
      if (text === null) unset.add(name)
      else if (value.kind === 'secret' || looksSecret(name) || holdsCredential(text)) secrets.push(text)
      return text
    },
    refuseUnset: (label) => {
      if (unset.size === 0) return
      throw new AppError('connector.variable-unset', `${label} was not started: ${[...unset].join(', ')} ${unset.size === 1 ? 'is' : 'are'} not set.`, { advice: 'Set it where Gatehouse is started, or store a value for it.' })
    },
  }
}
