import type { ServerLimits, ServerReference } from '../../../shared/connector-record.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { findReferences, findBareReferences, MASK } from '../../../shared/variable-references.ts'
import { isList } from '../tools/schema-node.ts'
import { looksSecret, refuseEnvironmentName } from './dangerous-environment.ts'
import { readTimeLimits } from './imported-limits.ts'
import { warnAboutLaunch } from './launch-warnings.ts'

/** A server as somebody's configuration has it, to be reviewed: nothing of it has been started or expanded. */
export interface ImportedServer {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** For showing: names with their values hidden where they could be secrets; references stay readable. */
  readonly shownEnv: readonly { readonly name: string; readonly shown: string }[]
  readonly cwd: string | null
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

export interface ImportReview {
  /** Where it came from, such as a file's path or “pasted”. */
  readonly origin: string
  readonly entries: readonly ImportEntry[]
  /** Why nothing was found; null when there are entries. */
  readonly problem: string | null
}

const MAX_SERVERS = 200
const REMOTE: ReadonlySet<string> = new Set(['http', 'sse', 'streamable-http', 'streamablehttp', 'streamable_http', 'ws', 'websocket'])

/**
 * Finds servers in parsed JSON of any of the usual shapes: `mcpServers` (Claude Desktop, Cursor, Claude Code, its projects too), `servers`
 * and `mcp.servers` (VS Code, with what it asks for), a map of servers, one server, or a list of a command and its arguments. One entry that
 * can't be read costs itself.
 */
export function findServers(value: JsonValue, origin: string): ImportReview {
  if (isList(value)) {
    const [command, ...args] = value
    return review(origin, value.length === 0 ? [] : [readServer('server', { command: command ?? null, args }, null, new Map())])
  }
  if (!isJsonObject(value)) return review(origin, [])
  const prompts = findPrompts(value)
  if (isServer(value)) return review(origin, [readServer(typeof value['name'] === 'string' ? value['name'] : 'server', value, null, prompts)])
  const named = serverMaps(value).flatMap(({ project, map }) => Object.entries(map).map(([name, server]) => ({ name, server, project })))
  if (named.length > MAX_SERVERS) return { origin, entries: [], problem: `It holds more than ${MAX_SERVERS} servers.` }
  return review(origin, named.map(({ name, server, project }) => readServer(name, server, project, prompts)))
}

const review = (origin: string, entries: readonly ImportEntry[]): ImportReview => ({ origin, entries, problem: entries.length > 0 ? null : 'No servers were found in it.' })

const isServer = (value: JsonObject): boolean => typeof value['command'] === 'string' || typeof value['url'] === 'string'

interface ServerMap { readonly map: JsonObject; /** The folder whose project it belongs to; null: everywhere. */ readonly project: string | null }

function serverMaps(value: JsonObject): readonly ServerMap[] {
  const projects = isJsonObject(value['projects']) ? Object.entries(value['projects']) : []
  const holders = [[null, value], [null, value['mcp']], ...projects] as const
  const maps = holders.flatMap(([project, holder]) => (isJsonObject(holder) ? [holder['mcpServers'], holder['servers']] : []).filter(isJsonObject).map((map) => ({ map, project })))
  if (maps.length > 0) return maps
  return Object.values(value).some((server) => isJsonObject(server) && isServer(server)) ? [{ map: value, project: null }] : []
}

interface Prompt { readonly description: string | null; readonly secret: boolean }

/** What another app would ask a person for, by the name that references have for it. */
function findPrompts(value: JsonObject): ReadonlyMap<string, Prompt> {
  const lists = [value['inputs'], isJsonObject(value['mcp']) ? value['mcp']['inputs'] : undefined]
  const prompts = lists.flatMap((list) => (isList(list) ? list.filter(isJsonObject) : []))
  return new Map(prompts.flatMap(({ id, description, password }) => (typeof id !== 'string' ? [] : [[`input:${id}`, { description: typeof description === 'string' ? description.slice(0, 200) : null, secret: password === true }] as const])))
}

function readServer(name: string, value: JsonValue, project: string | null, prompts: ReadonlyMap<string, Prompt>): ImportEntry {
  const refuse = (reason: string): ImportEntry => ({ ok: false, name, reason })
  if (!isJsonObject(value)) return refuse('It is not a description of a server.')
  const kind = value['type'] ?? value['transport']
  if (kind !== undefined && typeof kind !== 'string') return refuse('Its “type” is not a word.')
  if (typeof kind === 'string' && REMOTE.has(kind.toLowerCase())) return refuse('It is reached over the network; only programs on this computer can be added so far.')
  if (typeof kind === 'string' && kind.toLowerCase() !== 'stdio') return refuse(`Its kind of connection, “${kind.slice(0, 40)}”, is not known.`)
  const { command } = value
  if (command === undefined && typeof (value['url'] ?? value['serverUrl']) === 'string') return refuse('It is reached over the network; only programs on this computer can be added so far.')
  if (typeof command !== 'string' || command.trim() === '') return refuse('It names no command.')
  const args = value['args'] ?? []
  const words = isList(args) ? args.map(wordOf) : null
  if (words === null || !words.every((word) => word !== null)) return refuse('Its “args” are not a list of texts.')
  const env = readEnvironment(value['env'] ?? {})
  if (env === null) return refuse('Its “env” is not a list of names with texts.')
  const cwd = value['cwd'] ?? project
  if (cwd !== null && typeof cwd !== 'string') return refuse('Its “cwd” is not a text.')
  return { ok: true, server: describe({ name, command: command.trim(), args: words, env, cwd }, value, project, prompts) }
}

type Plain = Pick<ImportedServer, 'name' | 'command' | 'args' | 'env' | 'cwd'>

function describe(plain: Plain, value: JsonObject, project: string | null, prompts: ReadonlyMap<string, Prompt>): ImportedServer {
  const texts = [plain.command, ...plain.args, ...Object.values(plain.env), plain.cwd ?? '']
  const bare = new Set(texts.flatMap(findBareReferences))
  const { limits, notes } = readTimeLimits(value)
  return {
    ...plain, limits,
    references: [...new Set(texts.flatMap(findReferences))].map((name) => {
      const prompt = prompts.get(name)
      return { name, needed: bare.has(name) && isAppOwn(name), secret: prompt?.secret ?? looksSecret(name), description: prompt?.description ?? null }
    }),
    shownEnv: Object.entries(plain.env).map(([name, text]) => ({ name, shown: maskText(text) })),
    warnings: [
      ...warnAboutLaunch(plain),
      ...(project === null ? [] : [`It belongs to one project, ${project.slice(0, 300)}; here it is there for every chat.`]),
      ...(value['envFile'] === undefined ? [] : ['It takes more variables from a file (“envFile”), which is not read.']),
      ...(value['disabled'] === true ? ['It was switched off where it comes from.'] : []),
      ...notes,
    ],
    problems: Object.keys(plain.env).map(refuseEnvironmentName).filter((reason) => reason !== null),
  }
}

/** What only the app that the configuration comes from could say. */
const isAppOwn = (name: string): boolean => name.includes(':') || /^(?:workspaceFolder|workspaceRoot|file|relativeFile|pathSeparator|cwd|lineNumber|selectedText|execPath|extensionPath|__dirname|CLAUDE_PLUGIN_ROOT)/.test(name)

/** A reference shows what it is; anything else could be a secret, whatever its name. */
export const maskText = (text: string): string => (text === '' ? '' : /^\$\{[^{}]*\}$/.test(text) && !text.includes(':-') ? text : MASK)

const wordOf = (value: JsonValue): string | null => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null)

function readEnvironment(value: JsonValue): Record<string, string> | null {
  if (!isJsonObject(value)) return null
  const env: [string, string][] = []
  for (const [name, raw] of Object.entries(value)) {
    const text = wordOf(raw)
    if (text === null) return null
    env.push([name, text])
  }
  return Object.fromEntries(env)
}
