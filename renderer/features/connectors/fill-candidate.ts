import type { Reach, ServerCandidate } from '../../../shared/connector-record.ts'
import { expandReferences, fillReferences, findReferences } from '../../../shared/variable-references.ts'

/** What a person typed for the values that a configuration leaves open; an empty text is none. */
export type TypedValues = ReadonlyMap<string, string>

type Variable = ServerCandidate['values'][number]

const given = (values: TypedValues): TypedValues => new Map([...values].filter(([, value]) => value !== ''))

/** With what was typed in place of its references; the others stay. */
export function fillCandidate(candidate: ServerCandidate, typed: TypedValues): ServerCandidate {
  const values = given(typed)
  const fill = (text: string): string => fillReferences(text, values)
  return {
    ...candidate, reach: fillReach(candidate.reach, fill),
    values: candidate.values.map((variable) => ({ ...variable, value: fill(variable.value) })),
  }
}

const fillReach = (reach: Reach, fill: (text: string) => string): Reach => (reach.kind === 'address'
  ? { ...reach, url: fill(reach.url) }
  : { ...reach, command: fill(reach.command), args: reach.args.map(fill), cwd: reach.cwd === null ? null : fill(reach.cwd) })

/** A variable's or header's value as the server would get it; null while a part of it is left open: then it can't be kept as a secret. */
export function wholeValue({ value }: Variable, typed: TypedValues): string | null {
  const values = given(typed)
  const expanded = expandReferences(value, (name) => values.get(name) ?? null)
  return expanded.ok && findReferences(value).every((name) => values.has(name)) ? expanded.text : null
}

/** Whether it is proposed as a secret: by its own name or form, or by that of what it is filled with. */
export const looksLikeSecret = ({ value, secret }: Variable, { references }: ServerCandidate): boolean =>
  secret || findReferences(value).some((name) => references.some((reference) => reference.name === name && reference.secret))

export const isComplete = ({ references }: ServerCandidate, typed: TypedValues): boolean => references.every(({ name, needed }) => !needed || (typed.get(name) ?? '') !== '')
