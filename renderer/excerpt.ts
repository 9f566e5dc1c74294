export interface ExcerptPiece { readonly text: string; readonly hit: boolean }

/** With one group in the pattern, `split` puts what it matched at the odd places. */
const piecesOf = (parts: readonly string[]): readonly ExcerptPiece[] =>
  parts.map((text, index) => ({ text, hit: index % 2 === 1 })).filter((piece) => piece.text !== '')

/** The core marks what it found with ‹ ›. */
const FOUND = /‹([^‹›]*)›/u

/** An excerpt of `chat.search` in pieces. */
export const readExcerpt = (excerpt: string): readonly ExcerptPiece[] => piecesOf(excerpt.split(FOUND))

/** The same without marks and on one line, for places that show plain text. */
export const plainExcerpt = (excerpt: string): string =>
  readExcerpt(excerpt).map((piece) => piece.text).join('').replace(/\s+/g, ' ').trim()

/** A text in pieces, the first occurrence of `wanted` marked whatever its case. */
export function markFirst(text: string, wanted: string): readonly ExcerptPiece[] {
  const at = wanted === '' ? -1 : text.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase())
  if (at === -1) return [{ text, hit: false }]
  const end = at + wanted.length
  return piecesOf([text.slice(0, at), text.slice(at, end), text.slice(end)])
}
