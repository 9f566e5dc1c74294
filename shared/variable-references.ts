/** How references are looked up: null when nothing is set by that name. */
export type Lookup = (name: string) => string | null

export type Expanded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly unset: readonly string[] }

/*
 * The one rule: `${NAME}` and `${env:NAME}` stand for the variable NAME, `${NAME:-text}` for `text` where NAME is unset or
 * empty, `${userHome}` for HOME. `$${` is a plain `${`. Any other `$` is itself. What was put in is not read again.
 */
const REFERENCE = /\$\$\{|\$\{([^${}]*)\}/g

interface Reference { readonly name: string; readonly fallback: string | null }

function parseReference(inner: string): Reference {
  const [head = '', ...rest] = inner.split(':-')
  const name = head.replace(/^env:/, '').trim()
  return { name: name === 'userHome' ? 'HOME' : name, fallback: rest.length === 0 ? null : rest.join(':-') }
}

/** The names a text refers to, each once, in order. */
export function findReferences(text: string): readonly string[] {
  const names = [...text.matchAll(REFERENCE)].flatMap(([, inner]) => (inner === undefined ? [] : [parseReference(inner).name]))
  return [...new Set(names)]
}

/** All or nothing: a text with an unset reference names what is missing and is never used half expanded. */
export function expandReferences(text: string, lookup: Lookup): Expanded {
  const unset: string[] = []
  const expanded = text.replace(REFERENCE, (whole: string, inner: string | undefined) => {
    if (inner === undefined) return '${'
    const { name, fallback } = parseReference(inner)
    const value = lookup(name)
    if (fallback !== null) return value === null || value === '' ? fallback : value
    if (value === null) unset.push(name)
    return value ?? whole
  })
  return unset.length === 0 ? { ok: true, text: expanded } : { ok: false, unset: [...new Set(unset)] }
}

/**
 * A text with the values that a person gave for some of its references; the others stay references. What was put in is
 * not read again.
 */
export const fillReferences = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(REFERENCE, (whole: string, inner: string | undefined) => {
    const value = inner === undefined ? undefined : values.get(parseReference(inner).name)
    return value === undefined ? whole : value.split('${').join('$${')
  })

/** The names whose references have no text of their own to fall back on. */
export const findBareReferences = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(REFERENCE)].flatMap(([, inner]) => {
    const reference = inner === undefined ? null : parseReference(inner)
    return reference === null || reference.fallback !== null ? [] : [reference.name]
  }))]

/** As it would be started with, for reviewing: what is unset stays as it is written, and values that look secret are dots. */
export const previewReferences = (text: string, lookup: Lookup, isSecret: (name: string) => boolean): string =>
  text.replace(REFERENCE, (whole: string, inner: string | undefined) => {
    if (inner === undefined) return '${'
    const { name, fallback } = parseReference(inner)
    const value = lookup(name)
    if (value === null || value === '') return fallback ?? value ?? whole
    return isSecret(name) ? MASK : value
  })

export const MASK = '••••••'
