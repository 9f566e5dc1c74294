import { AppError } from '../../../../shared/errors.ts'

/** Takes a path below the searched folder, name by name. */
export type NamePattern = (path: readonly string[]) => boolean

const LONGEST_PATTERN = 300

/**
 * `*` is any run of characters in one name, `?` any one character, a name `**` any folders between. Without a `/` the
 * pattern is for the last name alone. Case doesn't matter. Takes time in proportion to pattern times path, whatever they hold.
 * @throws AppError `input.invalid` for an empty or too long a pattern
 */
export function namePattern(pattern: string): NamePattern {
  if (pattern.length > LONGEST_PATTERN) throw new AppError('input.invalid', `A name pattern has at most ${LONGEST_PATTERN} characters.`)
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.').map(fold)
  if (parts.length === 0) throw new AppError('input.invalid', 'The name pattern is empty.', { advice: 'Give a name, such as *.md.' })
  const whole = pattern.includes('/') ? parts : ['**', ...parts]
  return (path) => fitsPath(whole, path.map(fold))
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** Row by row: which beginnings of the path do the parts so far fit? */
function fitsPath(parts: readonly string[], path: readonly string[]): boolean {
  let fits = path.map(() => false)
  let fitsNone = true
  for (const part of parts) {
    const before = [fitsNone, ...fits]
    if (part === '**') {
      let any = fitsNone
      fits = path.map((_name, index) => (any = any || before[index + 1] === true))
    } else {
      fits = path.map((name, index) => before[index] === true && fitsName(part, name))
      fitsNone = false
    }
  }
  return fits.at(-1) ?? fitsNone
}

/** On a mismatch only the last `*` takes one more character: earlier ones never need to. */
function fitsName(pattern: string, name: string): boolean {
  const wanted = [...pattern]
  const given = [...name]
  let at = 0
  let star = -1
  let afterStar = 0
  for (let index = 0; index < given.length;) {
    if (wanted[at] === '*') {
      star = at++
      afterStar = index
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[index])) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++afterStar
    } else {
      return false
    }
  }
  return wanted.slice(at).every((sign) => sign === '*')
}
