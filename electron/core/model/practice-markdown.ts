/** Text that isn't ours as plain text inside markdown: nothing in it becomes a link, an image or a heading. */
export const escapeMarkdown = (text: string): string => text
  .replaceAll(/[\\`*_[\]<>(){}#|!~&@]/g, '\\$&')
  .replaceAll(/\b(https?|ftp|mailto|xmpp):/gi, '$1\\:').replaceAll(/\bwww\./gi, 'www\\.')
  .replace(/^(\s*)([-+=])/, '$1\\$2').replace(/^(\s*\d+)([.)])/, '$1\\$2')

/** On one line, cut where it gets long. */
export function quoteShort(text: string, length = 200): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return escapeMarkdown(line.length <= length ? line : `${line.slice(0, length).toWellFormed()}…`)
}

/** As a block, in a fence that nothing inside can close; what is left out is said. */
export function quoteBlock(text: string, length = 2000): string {
  const shown = text.slice(0, length).toWellFormed().trimEnd()
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const rest = text.length <= length ? '' : `\n\n… and ${text.length - length} more characters.`
  return `${fence}text\n${shown}\n${fence}${rest}`
}

/** A phrase to click: the window puts it into the message box. */
export const linkPhrase = (phrase: string): string =>
  `[${quoteShort(phrase)}](phrase:${encodeURIComponent(phrase.toWellFormed()).replaceAll(/[()'!*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)})`
