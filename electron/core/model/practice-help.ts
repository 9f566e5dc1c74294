import type { ModelTool } from './model.ts'
import { findHarmless } from './practice-fit.ts'
import { linkPhrase } from './practice-markdown.ts'
import { COMBINED_EXAMPLES, PHRASES, type Phrase } from './practice-phrases.ts'

const GROUPS: readonly Phrase['group'][] = ['Memory', 'Tasks', 'Notes', 'Files', 'Web', 'Any tool', 'Without tools', 'For trying limits']

/** What it understands, as phrases to click; only those whose tools were offered. */
export function writeHelp(offered: readonly ModelTool[]): string {
  const names = new Set(offered.map(({ name }) => name))
  const isOffered = ({ tools }: { readonly tools: readonly string[] }): boolean => tools.every((tool) => names.has(tool))
  const lists = GROUPS.map((group) => ({ group, examples: [...PHRASES.filter((phrase) => phrase.group === group && isOffered(phrase)), ...(group === 'Any tool' ? COMBINED_EXAMPLES.filter(isOffered) : [])].map(({ example }) => example) }))
  const harmless = findHarmless(offered)
  const filled = lists.map(({ group, examples }) => ({ group, examples: group === 'Any tool' && examples.length === 0 && harmless !== null ? [`call ${harmless.name}`] : examples }))
  const shown = filled.filter(({ examples }) => examples.length > 0)
  const missing = filled.filter(({ examples }) => examples.length === 0).map(({ group }) => group)
  return [
    ...shown.map(({ group, examples }) => `**${group}**\n\n${examples.map((example) => `- ${linkPhrase(example)}`).join('\n')}`),
    ...(missing.length === 0 ? [] : [`Left out, because I was given no tools for it in this turn: ${missing.join(', ')}.`]),
  ].join('\n\n')
}
