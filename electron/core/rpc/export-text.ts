/* How stored texts are written out, for reading and for other programs. */

export const jsonFile = (name: string, content: Readonly<Record<string, unknown>>): { readonly fileName: string; readonly content: string } =>
  ({ fileName: `${name}.json`, content: `${JSON.stringify({ exported: `gatehouse-${name}`, version: 1, ...content }, null, 2)}\n` })

export const markdownDocument = (title: string, sections: readonly string[]): string => `${[`# ${title}`, ...(sections.length === 0 ? ['None.'] : sections)].join('\n\n')}\n`

export const isoTime = (at: number): string => new Date(at).toISOString()

/** A stored text may be a stranger's: in a fence that it can't close it stays text, whatever the reader does with Markdown. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return `${fence}text\n${text}\n${fence}`
}

export function quoted(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  return `${ticks} ${text.replace(/\s+/g, ' ')} ${ticks}`
}

const longestTicks = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
