import { AppError } from '../../../shared/errors.ts'

/** UTF-16 units; more than any key or token needs. */
export const LONGEST_SECRET = 8192

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** Control and formatting characters, line and paragraph separators, halves of characters: never part of a key, and invisible where it is typed. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const invalid = (message: string, advice: string): AppError => new AppError('input.invalid', message, { kept: 'Nothing was saved.', advice })

/**
 * What is stored of what a person typed or pasted: white space around it goes, and nothing else is ever changed in silence.
 * @throws AppError `input.invalid`, without the value
 */
export function parseSecretValue(typed: string): string {
  const value = typed.trim()
  if (value === '') throw invalid('The secret is empty.', 'Paste it again.')
  if (value.length > LONGEST_SECRET) throw invalid(`The secret is longer than ${LONGEST_SECRET} characters.`, 'Check that only the secret itself was pasted.')
  if (UNSEEN.test(value)) throw invalid('The secret has a line break or an invisible character in it.', 'Copy it again as one line, without what stands around it.')
  return value
}

/** @throws AppError `input.invalid` */
export function requireSecretName(name: string): void {
  if (!NAME.test(name)) throw invalid('A secret’s name has up to 128 letters, digits and . _ : / - and starts with a letter or digit.', 'Choose another name.')
}

/** @throws AppError `input.invalid` */
export function requireVariableName(variable: string): void {
  if (!VARIABLE.test(variable)) throw invalid('That is not the name of an environment variable.', 'Name the variable itself, such as ANTHROPIC_API_KEY, not its value.')
}
