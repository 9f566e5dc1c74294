import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { Provenance, ToolClass } from '../../../shared/policy.ts'
import type { ListedTool } from './listed-tool.ts'

export interface HintedClass { readonly toolClass: ToolClass; readonly provenance: Provenance }

const UNSET: HintedClass = { toolClass: 'destructive', provenance: 'unset' }

/** A server's word about its tool, for a person to accept or not. Odd and contradictory words count as the worst. */
export function hintedClass(annotations: JsonObject | null): HintedClass {
  const readOnly = annotations?.['readOnlyHint']
  const destructive = annotations?.['destructiveHint']
  if (!isHint(readOnly) || !isHint(destructive) || (readOnly === undefined && destructive === undefined)) return UNSET
  if (readOnly === true) return { toolClass: destructive === true ? 'destructive' : 'read', provenance: 'hinted' }
  return { toolClass: destructive === false ? 'write' : 'destructive', provenance: 'hinted' }
}

/** Whether results may hold a stranger's text: yes, unless the server says that it works on a closed world. */
export const hintedUntrusted = (annotations: JsonObject | null): boolean => annotations?.['openWorldHint'] !== false

const isHint = (value: JsonValue | undefined): value is boolean | undefined => value === undefined || typeof value === 'boolean'

const CHANGING = [
  'add', 'append', 'apply', 'approve', 'archive', 'assign', 'book', 'buy', 'cancel', 'change', 'charge', 'clear', 'close', 'commit', 'copy', 'create', 'delete', 'deploy', 'destroy',
  'disable', 'drop', 'edit', 'email', 'empty', 'enable', 'erase', 'exec', 'execute', 'forget', 'forward', 'grant', 'import', 'insert', 'install', 'invite', 'kill', 'merge', 'modify',
  'move', 'order', 'overwrite', 'patch', 'pay', 'post', 'publish', 'purchase', 'purge', 'push', 'put', 'refund', 'remove', 'rename', 'replace', 'reply', 'reset', 'restart', 'revoke', 'rm', 'run',
  'save', 'schedule', 'send', 'set', 'share', 'shutdown', 'spawn', 'start', 'stop', 'store', 'submit', 'terminate', 'transfer', 'trash', 'truncate', 'uninstall', 'unlink', 'update',
  'upload', 'wipe', 'withdraw', 'write',
]
const READING: ReadonlySet<string> = new Set(['get', 'list', 'read', 'search', 'find', 'show', 'fetch', 'count', 'describe', 'lookup', 'view', 'query', 'check', 'browse', 'inspect'])
const IN_NAMES: ReadonlySet<string> = new Set(CHANGING)
/** Said of what the tool does ("deletes", "will delete", "Delete …"), not of what it finds ("deleted files", "a list of orders"). */
const AS_DEEDS: ReadonlySet<string> = new Set(CHANGING.flatMap((verb) => [verb, thirdPerson(verb)]))
/** Words that are more often nouns than deeds inside a sentence; they count at its beginning only. */
const OFTEN_NOUNS: ReadonlySet<string> = new Set([
  'archive', 'book', 'books', 'change', 'changes', 'charge', 'charges', 'clear', 'close', 'closes', 'commit', 'commits', 'copy', 'copies', 'email', 'emails', 'empty', 'forward', 'grant', 'grants',
  'import', 'imports', 'merge', 'merges', 'order', 'orders', 'patch', 'patches', 'post', 'posts', 'put', 'refund', 'refunds', 'reply', 'replies', 'reset', 'run', 'runs', 'schedule', 'schedules',
  'set', 'sets', 'share', 'shares', 'start', 'starts', 'stop', 'stops', 'store', 'stores', 'transfer', 'transfers', 'trash', 'update', 'updates', 'purchase', 'purchases', 'push',
])

/**
 * A tool whose words contradict its read hint: left out of *Enable all read tools*, and marked. Errs on the side of marking, which costs a
 * person one click.
 */
export function isMisleading(tool: ListedTool): boolean {
  if (hintedClass(tool.annotations).toolClass !== 'read') return false
  return [tool.name, tool.title ?? ''].some(namesDeed) || sentencesOf(tool.description).some(tellsOfDeeds)
}

/** "get_post" reads a post; "post_note" posts. */
function namesDeed(name: string): boolean {
  const words = wordsOf(name)
  const reads = READING.has(words[0] ?? '')
  return words.some((word) => IN_NAMES.has(word) && !(reads && OFTEN_NOUNS.has(word)))
}

const tellsOfDeeds = (sentence: readonly string[]): boolean =>
  sentence.some((word, index) => AS_DEEDS.has(word) && (index === 0 || !OFTEN_NOUNS.has(word)) && !isDenied(sentence, index))

/** "does not delete", "never writes", "without changing": the opposite of a contradiction. */
const isDenied = (sentence: readonly string[], index: number): boolean => sentence.slice(Math.max(0, index - 4), index).some((word) => ['not', 'never', 'without', 'cannot', 't', 'no'].includes(word))

const sentencesOf = (text: string): readonly (readonly string[])[] => text.split(/[.!?;:\n]+/).map(wordsOf)

const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFKC').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').toLowerCase().split(/[^\p{L}]+/u).filter((word) => word !== '')

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`
}
