import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { isList, modernise, resolveReference } from '../tools/schema-node.ts'

/** Formats whose values name a place on the network or a recipient. */
const FORMATS: ReadonlySet<string> = new Set(['uri', 'uri-reference', 'iri', 'iri-reference', 'uri-template', 'hostname', 'idn-hostname', 'email', 'idn-email', 'ipv4', 'ipv6'])
const WORDS: ReadonlySet<string> = new Set([
  'url', 'urls', 'uri', 'uris', 'link', 'links', 'href', 'host', 'hosts', 'hostname', 'domain', 'domains', 'endpoint', 'endpoints', 'webhook', 'webhooks', 'callback', 'to', 'cc', 'bcc',
  'recipient', 'recipients', 'email', 'emails', 'address', 'addresses', 'server', 'site', 'website', 'origin', 'proxy', 'remote', 'destination', 'target', 'phone', 'channel',
])
/** How many schemas are looked at: alternatives of alternatives multiply. More than that counts as open. */
const MAX_LOOKED_AT = 500

/** Whether a parameter by this name carries a destination: any of its words does. */
export const namesDestination = (name: string): boolean =>
  name.normalize('NFKC').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').toLowerCase().split(/[^a-z]+/).some((word) => WORDS.has(word))

/** Whether a call can carry data to a destination that its arguments name, as far as the input schema tells; what it leaves open counts. */
export function canNameDestination(inputSchema: JsonObject): boolean {
  const schema = modernise(inputSchema)
  if (!isJsonObject(schema)) return true
  if (isWithoutParameters(schema)) return false
  return looksOutward(schema, { root: schema, left: MAX_LOOKED_AT, seen: new Set() })
}

interface Look { readonly root: JsonObject; left: number; readonly seen: Set<JsonValue> }

/** The usual ways to say "no parameters", although they'd allow any. */
const isWithoutParameters = (schema: JsonObject): boolean =>
  Object.keys(schema).every((keyword) => ['$schema', 'type', 'title', 'description', 'properties', 'required', '$comment', 'additionalProperties'].includes(keyword))
  && (!isJsonObject(schema['properties']) || Object.keys(schema['properties']).length === 0)
  && (schema['additionalProperties'] === undefined || schema['additionalProperties'] === false)

function looksOutward(schema: JsonValue, look: Look): boolean {
  if (schema === false) return false
  if (!isJsonObject(schema)) return true
  if (look.seen.has(schema)) return false
  look.seen.add(schema)
  look.left -= 1
  if (look.left < 0) return true
  if (typeof schema['format'] === 'string' && FORMATS.has(schema['format'])) return true
  if (isOpenObject(schema)) return true
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const target = resolveReference(look.root, reference)
    if (target === undefined || looksOutward(target, look)) return true
  }
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : []
  if (properties.some(([name, property]) => (namesDestination(name) && mayBeText(property)) || looksOutward(property, look))) return true
  const parts = [schema['items'], schema['contains'], schema['additionalProperties'], schema['unevaluatedProperties'], ...listOf(schema['prefixItems']), ...listOf(schema['allOf']), ...listOf(schema['anyOf']), ...listOf(schema['oneOf']), ...membersOf(schema['patternProperties'])]
  return parts.some((part) => part !== undefined && part !== true && looksOutward(part, look))
}

/** An object that takes members nobody described: anything can be in them. The plain lack of `additionalProperties` on a described one isn't that. */
function isOpenObject(schema: JsonObject): boolean {
  if (schema['additionalProperties'] === true || isJsonObject(schema['patternProperties'])) return true
  const isObject = schema['type'] === 'object' || (Array.isArray(schema['type']) && schema['type'].includes('object'))
  const describes = ['properties', 'additionalProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'].some((keyword) => schema[keyword] !== undefined)
  return isObject && !describes
}

const mayBeText = (schema: JsonValue): boolean => !isJsonObject(schema) || !['number', 'integer', 'boolean', 'null'].some((type) => schema['type'] === type)

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isList(value) ? value : [])
const membersOf = (value: JsonValue | undefined): readonly JsonValue[] => (isJsonObject(value) ? Object.values(value) : [])

/**
 * The hosts that these arguments name. A text that holds no readable host stands for itself, so that it counts as one
 * nobody vouched for; arguments outside the described parameters do too.
 * @returns host names, each once
 */
export function destinationsIn(args: JsonObject, inputSchema: JsonObject): readonly string[] {
  const described = isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {}
  const found: string[] = []
  const visit = (value: JsonValue, named: boolean): void => {
    if (typeof value === 'string') {
      const hosts = hostsOf(value)
      if (hosts.length > 0) found.push(...hosts)
      else if (named && value.trim() !== '') found.push(value.slice(0, 253))
    } else if (isList(value)) {
      for (const item of value) visit(item, named)
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, named || namesDestination(name))
    }
  }
  for (const [name, value] of Object.entries(args)) visit(value, namesDestination(name) || !Object.hasOwn(described, name) || hasFormat(described[name]))
  return [...new Set(found)]
}

const hasFormat = (schema: JsonValue | undefined): boolean => isJsonObject(schema) && typeof schema['format'] === 'string' && FORMATS.has(schema['format'])

const HOST_NAME = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+(?::\d{1,5})?$/i
const LONGEST_HOST = 260

/** Takes time in proportion to the text, which a model or a stranger wrote. */
function hostsOf(text: string): readonly string[] {
  const words = text.split(/[\s"'<>,;()]+/)
  const found = words.flatMap((word) => {
    const addresses = word.split('://')
    if (addresses.length > 1) return addresses.slice(1).map((rest) => hostOfAddress(rest))
    const at = word.lastIndexOf('@')
    return at > 0 && word.slice(at + 1).includes('.') ? [word.slice(at + 1, at + LONGEST_HOST)] : []
  })
  const bare = text.trim()
  return found.length === 0 && bare.length <= LONGEST_HOST && HOST_NAME.test(bare) ? [bare.toLowerCase()] : found
}

/** As a browser reads it: what stands before an `@` is no host. */
function hostOfAddress(rest: string): string {
  const address = `http://${rest.slice(0, 8 * LONGEST_HOST)}`
  return (URL.canParse(address) ? new URL(address).host : '') || rest.slice(0, LONGEST_HOST)
}
