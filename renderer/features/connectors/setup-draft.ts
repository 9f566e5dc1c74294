import type { ServerRow, ServerSetupInput } from '../../../shared/connector-record.ts'
import { NO_LIMITS, toLimitDraft, type LimitDraft } from './limit-fields.tsx'

/** A server as a person types it: one argument a line, one variable a line. */
export interface SetupDraft {
  readonly label: string
  readonly command: string
  readonly args: string
  readonly env: string
  readonly cwd: string
  readonly limits: LimitDraft
}

export const EMPTY_DRAFT: SetupDraft = { label: '', command: '', args: '', env: '', cwd: '', limits: NO_LIMITS }

/** A stored value is never shown: its name alone stands for it. */
export const draftOf = (label: string, { command, args, env, cwd, limits }: ServerRow): SetupDraft =>
  ({ label, command, args: args.join('\n'), env: env.map(({ name }) => name).join('\n'), cwd: cwd ?? '', limits: toLimitDraft(limits) })

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== '')

/** `NAME=value`; a name alone has no value, or keeps the one it had. */
export const parseVariables = (text: string): ServerSetupInput['env'] => linesOf(text).map((line) => {
  const at = line.indexOf('=')
  return at < 0 ? { name: line.trim(), value: null } : { name: line.slice(0, at).trim(), value: line.slice(at + 1) }
})

/** The form as a configuration's text, so that both ways of adding lead to the same review. */
export function toConfigText({ label, command, args, env, cwd }: SetupDraft): string {
  const typed = parseVariables(env).flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]))
  return JSON.stringify({ mcpServers: { [label.trim()]: { command: command.trim(), args: linesOf(args), env: Object.fromEntries(typed), ...(cwd.trim() === '' ? {} : { cwd: cwd.trim() }) } } })
}

/** Parts that hold white space or nothing are quoted, so that it can be seen where each ends. */
export const commandLine = (command: string, args: readonly string[]): string => [command, ...args].map((part) => (part === '' || /[\s"'\\]/.test(part) ? JSON.stringify(part) : part)).join(' ')
