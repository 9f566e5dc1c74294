import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { ConnectorId } from '../../../shared/ids.ts'
import { isJsonObject, type JsonValue } from '../../../shared/json.ts'
import { refuseEnvironmentName } from './dangerous-environment.ts'
import { readServerAddress, refuseHeaderName } from './server-address.ts'

/** A value as it was written, references and all, or the name of a secret that is looked up at each start. */
export const ServerValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('secret'), secret: z.string().min(1) }),
])
export type ServerValue = z.infer<typeof ServerValue>
export type ServerValues = Readonly<Record<string, ServerValue>>

const noNull = (text: string): boolean => !text.includes('\0')

const common = {
  id: ConnectorId,
  label: z.string().trim().min(1).max(80),
  on: z.boolean(),
  /** Seconds; null: the usual. To be connected; without an answer or progress; for a call in all. */
  startSeconds: z.int().positive().max(600).nullable(),
  callSeconds: z.int().positive().max(3600).nullable(),
  totalSeconds: z.int().positive().max(6 * 3600).nullable().default(null),
}

/** A program on this computer. */
export const CommandConfig = z.object({
  kind: z.literal('command'), ...common,
  command: z.string().trim().min(1).max(4096).refine(noNull, 'holds a character that no command can hold'),
  args: z.array(z.string().max(32 * 1024).refine(noNull, 'holds a character that no argument can hold')).max(256),
  env: z.record(z.string(), ServerValue),
  /** Null: the person's home folder. */
  cwd: z.string().nullable(),
})
export type CommandConfig = z.infer<typeof CommandConfig>

/** A server on the network. */
export const AddressConfig = z.object({
  kind: z.literal('address'), ...common,
  /** Its path and query may hold references; where it leads may not. */
  url: z.string().trim().min(1).max(8192),
  headers: z.record(z.string(), ServerValue),
})
export type AddressConfig = z.infer<typeof AddressConfig>

/** Before there were addresses, every server was a command and didn't say so. */
const withKind = (value: unknown): unknown => (isJsonObject(value) && value['kind'] === undefined ? { ...value, kind: 'command' } : value)

/** A server as a person set it up; stored as it is, never expanded. */
export const ServerConfig = z.preprocess(withKind, z.discriminatedUnion('kind', [CommandConfig, AddressConfig])
  .refine(({ callSeconds, totalSeconds }) => callSeconds === null || totalSeconds === null || totalSeconds >= callSeconds, { path: ['totalSeconds'], message: 'must not be shorter than the wait for an answer' }))
export type ServerConfig = CommandConfig | AddressConfig

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never
type Some<T> = T extends unknown ? Partial<T> : never
/** One that was given no id yet. */
export type NewServerConfig = Without<ServerConfig, 'id'>
/** How a server is reached and what it is given time for, as a person reviewed it. */
export type ServerSetup = Without<NewServerConfig, 'on'>
export type ServerChange = Some<NewServerConfig>

/** @throws AppError `connector.invalid` with the first thing wrong */
export function parseServerConfig(value: unknown): ServerConfig {
  const parsed = ServerConfig.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new AppError('connector.invalid', `The connector can’t be set up like this: ${issue === undefined ? 'something is wrong' : `${issue.path.join('.')} ${issue.message}`}.`)
  }
  const config = parsed.data
  const refused = refuseNames(config)
  if (refused !== null) throw new AppError('connector.invalid', refused)
  return config.kind === 'address' ? { ...config, url: shownUrl(config) } : config
}

/** As it was reviewed: with the host that is looked up. */
const shownUrl = ({ url }: AddressConfig): string => {
  const address = readServerAddress(url)
  return address.ok ? address.url : url
}

function refuseNames(config: ServerConfig): string | null {
  if (config.kind === 'command') return Object.keys(config.env).map(refuseEnvironmentName).find((reason) => reason !== null) ?? null
  const address = readServerAddress(config.url)
  if (!address.ok) return address.reason
  const names = Object.keys(config.headers)
  const twice = names.find((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== index)
  if (twice !== undefined) return `The header ${twice} is set twice.`
  return names.map(refuseHeaderName).find((reason) => reason !== null) ?? null
}

/** Its variables or headers, by their names. */
export const valuesOf = (config: ServerConfig): ServerValues => (config.kind === 'command' ? config.env : config.headers)

/** What a pin covers besides the definition: another command, argument, variable name, address or header name is another server. */
export const launchOf = (config: ServerConfig): JsonValue => (config.kind === 'command'
  ? { command: config.command, args: config.args, env: Object.keys(config.env).sort(), cwd: config.cwd }
  : { url: config.url, headers: Object.keys(config.headers).map((name) => name.toLowerCase()).sort() })
