import { AppError } from '../../../shared/errors.ts'

/** The ways to look for a person's words, from the strictest: each is tried when the ones before it found nothing. */
export interface FullTextQuery {
  /** FTS5 MATCH expressions; quoted throughout, so no text is ever taken for syntax. */
  readonly matches: readonly string[]
  /** LIKE patterns (escape character `\`) that must all fit; find parts of words, and signs that aren't words. */
  readonly patterns: readonly string[]
}

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const MOST_WORDS = 24
const LONGEST_WORD = 64

/**
 * All of the words as beginnings, then any of them, then any text that holds them.
 * @throws AppError `input.invalid` for a query without a visible character
 */
export function fullTextQuery(query: string): FullTextQuery {
  const pieces = query.split(/[\s\p{Cc}]+/u).filter((piece) => piece !== '').slice(0, MOST_WORDS)
  if (pieces.length === 0) {
    throw new AppError('input.invalid', 'The query is empty.', { advice: 'Give at least one word to look for.' })
  }
  const words = (query.match(WORD) ?? []).slice(0, MOST_WORDS).map((word) => `"${word.slice(0, LONGEST_WORD)}"*`)
  const matches = words.length === 0 ? [] : words.length === 1 ? [words.join('')] : [words.join(' AND '), words.join(' OR ')]
  return { matches, patterns: pieces.map((piece) => `%${piece.slice(0, LONGEST_WORD).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`) }
}

/** The first way that finds anything; rows in the order of the search. */
export function findFirst<Row>(query: FullTextQuery, byMatch: (match: string) => readonly Row[], byPatterns: (patterns: readonly string[]) => readonly Row[]): readonly Row[] {
  for (const match of query.matches) {
    const rows = byMatch(match)
    if (rows.length > 0) return rows
  }
  return byPatterns(query.patterns)
}
