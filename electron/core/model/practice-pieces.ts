/** How many words each piece of text has, over and over. */
const WORDS_A_PIECE = [2, 1, 3, 2, 3, 1] as const
const ARGUMENT_PIECE = 12
const MAX_ARGUMENT_PIECES = 200

/** Text as a model streams it, one to three words at a time; joined, the pieces are the text. */
export function cutText(text: string): readonly string[] {
  const words = text.match(/^\s+|\S+\s*/g) ?? []
  const pieces: string[] = []
  for (let at = 0; at < words.length;) {
    const count = WORDS_A_PIECE[pieces.length % WORDS_A_PIECE.length] ?? 1
    pieces.push(words.slice(at, at + count).join(''))
    at += count
  }
  return pieces
}

/** The JSON text of arguments in pieces; characters are never cut in half, long texts come in larger pieces. */
export function cutArguments(text: string): readonly string[] {
  const characters = Array.from(text)
  const size = Math.max(ARGUMENT_PIECE, Math.ceil(characters.length / MAX_ARGUMENT_PIECES))
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) => characters.slice(index * size, (index + 1) * size).join(''))
}

/** Runs of letters and digits: what the practice model counts as tokens. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
