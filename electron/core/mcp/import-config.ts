import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { isList } from '../tools/schema-node.ts'
import { readServer, type AddressRules, type ImportEntry, type Prompt } from './imported-server.ts'

export interface ImportReview {
  /** Where it came from, such as a file's path or “pasted”. */
  readonly origin: string
  readonly entries: readonly ImportEntry[]
  /** Why nothing was found; null when there are entries. */
  readonly problem: string | null
}

const MAX_SERVERS = 200

/**
 * Finds servers in parsed JSON of any of the usual shapes: `mcpServers` (Claude Desktop, Cursor, Claude Code, its projects too), `servers`
 * and `mcp.servers` (VS Code, with what it asks for), a map of servers, one server, or a list of a command and its arguments. One entry that
 * can't be read costs itself.
 */
export function findServers(value: JsonValue, origin: string, rules: AddressRules): ImportReview {
  if (isList(value)) {
    const [command, ...args] = value
    return review(origin, value.length === 0 ? [] : [readServer({ command: command ?? null, args }, { name: 'server', project: null, prompts: new Map() }, rules)])
  }
  if (!isJsonObject(value)) return review(origin, [])
  const prompts = findPrompts(value)
  if (isServer(value)) return review(origin, [readServer(value, { name: typeof value['name'] === 'string' ? value['name'] : 'server', project: null, prompts }, rules)])
  const named = serverMaps(value).flatMap(({ project, map }) => Object.entries(map).map(([name, server]) => ({ name, server, project })))
  if (named.length > MAX_SERVERS) return { origin, entries: [], problem: `It holds more than ${MAX_SERVERS} servers.` }
  return review(origin, named.map(({ name, server, project }) => readServer(server, { name, project, prompts }, rules)))
}

const review = (origin: string, entries: readonly ImportEntry[]): ImportReview => ({ origin, entries, problem: entries.length > 0 ? null : 'No servers were found in it.' })

const isServer = (value: JsonObject): boolean => ['command', 'url', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string')

interface ServerMap { readonly map: JsonObject; /** The folder whose project it belongs to; null: everywhere. */ readonly project: string | null }

function serverMaps(value: JsonObject): readonly ServerMap[] {
  const projects = isJsonObject(value['projects']) ? Object.entries(value['projects']) : []
  const holders = [[null, value], [null, value['mcp']], ...projects] as const
  const maps = holders.flatMap(([project, holder]) => (isJsonObject(holder) ? [holder['mcpServers'], holder['servers']] : []).filter(isJsonObject).map((map) => ({ map, project })))
  if (maps.length > 0) return maps
  return Object.values(value).some((server) => isJsonObject(server) && isServer(server)) ? [{ map: value, project: null }] : []
}

/** What another app would ask a person for, by the name that references have for it. */
function findPrompts(value: JsonObject): ReadonlyMap<string, Prompt> {
  const lists = [value['inputs'], isJsonObject(value['mcp']) ? value['mcp']['inputs'] : undefined]
  const prompts = lists.flatMap((list) => (isList(list) ? list.filter(isJsonObject) : []))
  return new Map(prompts.flatMap(({ id, description, password }) => (typeof id !== 'string' ? [] : [[`input:${id}`, { description: typeof description === 'string' ? description.slice(0, 200) : null, secret: password === true }] as const])))
}
