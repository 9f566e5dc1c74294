/**
 * Words from elsewhere for a place that shows plain text: one line of at most `most` characters. What can't be seen is
 * drawn, and what a desktop reads as markup is replaced by its look-alike.
 */
export function plainLine(text: string, most: number): string {
  const drawn = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆')
    .trim()
  const characters = [...drawn]
  return characters.length <= most ? drawn : `${characters.slice(0, most - 1).join('')}…`
}
