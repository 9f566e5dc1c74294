import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { ConnectorId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import { refuseEnvironmentName } from './dangerous-environment.ts'

/** A value as it was written, references and all, or the name of a secret that is looked up at each start. */
export const EnvironmentValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('secret'), secret: z.string().min(1) }),
])
export type EnvironmentValue = z.infer<typeof EnvironmentValue>

const noNull = (text: string): boolean => !text.includes('\0')

/** A server as a person set it up; stored as it is, never expanded. */
export const ServerConfig = z.object({
  id: ConnectorId,
  label: z.string().trim().min(1).max(80),
  command: z.string().trim().min(1).max(4096).refine(noNull, 'holds a character that no command can hold'),
  args: z.array(z.string().max(32 * 1024).refine(noNull, 'holds a character that no argument can hold')).max(256),
  env: z.record(z.string(), EnvironmentValue),
  /** Null: the person's home folder. */
  cwd: z.string().nullable(),
  on: z.boolean(),
  /** Seconds; null: the usual. To be connected; without an answer or progress; for a call in all. */
  startSeconds: z.int().positive().max(600).nullable(),
  callSeconds: z.int().positive().max(3600).nullable(),
  totalSeconds: z.int().positive().max(6 * 3600).nullable().default(null),
}).refine(({ callSeconds, totalSeconds }) => callSeconds === null || totalSeconds === null || totalSeconds >= callSeconds, { path: ['totalSeconds'], message: 'must not be shorter than the wait for an answer' })
export type ServerConfig = z.infer<typeof ServerConfig>

/** @throws AppError `connector.invalid` with the first thing wrong */
export function parseServerConfig(value: unknown): ServerConfig {
  const parsed = ServerConfig.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new AppError('connector.invalid', `The connector can’t be set up like this: ${issue === undefined ? 'something is wrong' : `${issue.path.join('.')} ${issue.message}`}.`)
  }
  const refused = Object.keys(parsed.data.env).map(refuseEnvironmentName).find((reason) => reason !== null)
  if (refused !== undefined) throw new AppError('connector.invalid', refused)
  return parsed.data
}

/** What a pin covers besides the definition: another command, argument or variable name is another server. */
export const launchOf = ({ command, args, env, cwd }: ServerConfig): JsonValue => ({ command, args, env: Object.keys(env).sort(), cwd })
