import type { Reach, ServerLimits, ServerReference } from '../../../shared/connector-record.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { findBareReferences, findReferences, MASK } from '../../../shared/variable-references.ts'
import { isList } from '../tools/schema-node.ts'
import { looksSecret, refuseEnvironmentName } from './dangerous-environment.ts'
import { readTimeLimits } from './imported-limits.ts'
import { warnAboutLaunch } from './launch-warnings.ts'

/** A server as somebody's configuration has it, to be reviewed: nothing of it has been started, sent to or expanded. */
export interface ImportedServer {
  readonly name: string
  readonly reach: Reach
  /** Its variables or headers; `shown` is hidden where it could be a secret, references stay readable. */
  readonly values: readonly { readonly name: string; readonly value: string; readonly shown: string }[]
  /** Values that it leaves open; `needed` where nothing on this computer could be set by that name. */
  readonly references: readonly ServerReference[]
  /** In seconds, as far as its configuration says something that is understood. */
  readonly limits: ServerLimits
  /** What a person should know before adding it. */
  readonly warnings: readonly string[]
  /** What keeps it from being added as it is. */
  readonly problems: readonly string[]
}

export type ImportEntry =
  | { readonly ok: true; readonly server: ImportedServer }
  | { readonly ok: false; readonly name: string; readonly reason: string }

/** What is known of addresses and headers, which needs more than reading texts. */
export interface AddressRules {
  readonly readAddress: (text: string) => { readonly ok: true; readonly url: string; readonly warnings: readonly string[] } | { readonly ok: false; readonly reason: string }
  readonly refuseHeader: (name: string) => string | null
}

/** Where an entry stands in its file. */
export interface EntryPlace {
  readonly name: string
  /** The folder whose project it belongs to; null: everywhere. */
  readonly project: string | null
  readonly prompts: ReadonlyMap<string, Prompt>
}

/** What another app would ask a person for. */
export interface Prompt { readonly description: string | null; readonly secret: boolean }

const OVER_HTTP: ReadonlySet<string> = new Set(['http', 'streamable-http', 'streamablehttp', 'streamable_http', 'sse'])
const WEB_SOCKETS: ReadonlySet<string> = new Set(['ws', 'wss', 'websocket'])

export function readServer(value: JsonValue, place: EntryPlace, rules: AddressRules): ImportEntry {
  const refuse = (reason: string): ImportEntry => ({ ok: false, name: place.name, reason })
  if (!isJsonObject(value)) return refuse('It is not a description of a server.')
  const written = value['type'] ?? value['transport']
  if (written !== undefined && typeof written !== 'string') return refuse('Its “type” is not a word.')
  const kind = written?.toLowerCase()
  if (kind !== undefined && WEB_SOCKETS.has(kind)) return refuse('It is reached by a web socket, which Gatehouse does not speak. Many such servers have an address that begins with https:// too.')
  if (kind !== undefined && kind !== 'stdio' && !OVER_HTTP.has(kind)) return refuse(`Its kind of connection, “${kind.slice(0, 40)}”, is not known.`)
  const url = value['url'] ?? value['serverUrl'] ?? value['httpUrl']
  if (kind === 'stdio' || (kind === undefined && (value['command'] !== undefined || url === undefined))) return readCommand(value, place)
  return typeof url === 'string' && url.trim() !== '' ? readAddressed(url, value, place, rules) : refuse('It names no address.')
}

function readCommand(value: JsonObject, place: EntryPlace): ImportEntry {
  const refuse = (reason: string): ImportEntry => ({ ok: false, name: place.name, reason })
  const { command } = value
  if (typeof command !== 'string' || command.trim() === '') return refuse('It names no command.')
  const args = value['args'] ?? []
  const words = isList(args) ? args.map(wordOf) : null
  if (words === null || !words.every((word) => word !== null)) return refuse('Its “args” are not a list of texts.')
  const env = readNamed(value['env'] ?? {})
  if (env === null) return refuse('Its “env” is not a list of names with texts.')
  const cwd = value['cwd'] ?? place.project
  if (cwd !== null && typeof cwd !== 'string') return refuse('Its “cwd” is not a text.')
  const launch = { command: command.trim(), args: words, cwd }
  return describe({ kind: 'command', ...launch }, env, value, place, {
    texts: [launch.command, ...words, cwd ?? ''],
    warnings: [...warnAboutLaunch(launch), ...(value['envFile'] === undefined ? [] : ['It takes more variables from a file (“envFile”), which is not read.'])],
    problems: env.map(([name]) => refuseEnvironmentName(name)),
  })
}

function readAddressed(url: string, value: JsonObject, place: EntryPlace, { readAddress, refuseHeader }: AddressRules): ImportEntry {
  const refuse = (reason: string): ImportEntry => ({ ok: false, name: place.name, reason })
  const address = readAddress(url)
  if (!address.ok) return refuse(address.reason)
  const headers = readNamed(value['headers'] ?? {})
  if (headers === null) return refuse('Its “headers” are not a list of names with texts.')
  return describe({ kind: 'address', url: address.url }, headers, value, place, {
    texts: [address.url],
    warnings: [...address.warnings, ...(value['headersHelper'] === undefined ? [] : ['It takes more headers from a program (“headersHelper”), which is not run.'])],
    problems: headers.map(([name]) => refuseHeader(name)),
  })
}

interface Found { readonly texts: readonly string[]; readonly warnings: readonly string[]; readonly problems: readonly (string | null)[] }

function describe(reach: Reach, named: readonly (readonly [string, string])[], value: JsonObject, { name, project, prompts }: EntryPlace, found: Found): ImportEntry {
  const texts = [...found.texts, ...named.map(([, text]) => text)]
  const bare = new Set(texts.flatMap(findBareReferences))
  const { limits, notes } = readTimeLimits(value)
  const server: ImportedServer = {
    name, reach, limits,
    references: [...new Set(texts.flatMap(findReferences))].map((reference) => {
      const prompt = prompts.get(reference)
      return { name: reference, needed: bare.has(reference) && isAppOwn(reference), secret: prompt?.secret ?? looksSecret(reference), description: prompt?.description ?? null }
    }),
    values: named.map(([variable, text]) => ({ name: variable, value: text, shown: maskText(text) })),
    warnings: [
      ...found.warnings,
      ...(project === null ? [] : [`It belongs to one project, ${project.slice(0, 300)}; here it is there for every chat.`]),
      ...(value['disabled'] === true ? ['It was switched off where it comes from.'] : []),
      ...notes,
    ],
    problems: found.problems.filter((reason) => reason !== null),
  }
  return { ok: true, server }
}

/** What only the app that the configuration comes from could say. */
const isAppOwn = (name: string): boolean => name.includes(':') || /^(?:workspaceFolder|workspaceRoot|file|relativeFile|pathSeparator|cwd|lineNumber|selectedText|execPath|extensionPath|__dirname|CLAUDE_PLUGIN_ROOT)/.test(name)

/** A reference shows what it is; anything else could be a secret, whatever its name. */
export const maskText = (text: string): string => (text === '' ? '' : /^\$\{[^{}]*\}$/.test(text) && !text.includes(':-') ? text : MASK)

const wordOf = (value: JsonValue): string | null => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null)

/** Null: not names with texts. */
function readNamed(value: JsonValue): readonly (readonly [string, string])[] | null {
  if (!isJsonObject(value)) return null
  const named: [string, string][] = []
  for (const [name, raw] of Object.entries(value)) {
    const text = wordOf(raw)
    if (text === null) return null
    named.push([name, text])
  }
  return named
}
