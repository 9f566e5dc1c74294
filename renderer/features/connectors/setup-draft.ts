import type { Reach, ServerRow, ServerSetupInput } from '../../../shared/connector-record.ts'
import { NO_LIMITS, toLimitDraft, type LimitDraft } from './limit-fields.tsx'

/** A server as a person types it: one argument, variable or header a line. Only the fields of its kind count. */
export interface SetupDraft {
  readonly label: string
  readonly kind: Reach['kind']
  readonly command: string
  readonly args: string
  readonly env: string
  readonly cwd: string
  readonly url: string
  readonly headers: string
  readonly limits: LimitDraft
}

export const EMPTY_DRAFT: SetupDraft = { label: '', kind: 'command', command: '', args: '', env: '', cwd: '', url: '', headers: '', limits: NO_LIMITS }

/** A stored value is never shown: its name alone stands for it. */
export function draftOf(label: string, { reach, values, limits }: ServerRow): SetupDraft {
  const names = values.map(({ name }) => name).join('\n')
  const draft = { ...EMPTY_DRAFT, label, limits: toLimitDraft(limits) }
  switch (reach.kind) {
    case 'command': return { ...draft, kind: 'command', command: reach.command, args: reach.args.join('\n'), env: names, cwd: reach.cwd ?? '' }
    case 'address': return { ...draft, kind: 'address', url: reach.url, headers: names }
  }
}

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== '')

/** `NAME=value`, or `Name: value`; a name alone has no value, or keeps the one it had. */
export function typedValues({ kind, env, headers }: SetupDraft): ServerSetupInput['values'] {
  const mark = kind === 'command' ? '=' : ':'
  return linesOf(kind === 'command' ? env : headers).map((line) => {
    const at = line.indexOf(mark)
    if (at < 0) return { name: line.trim(), value: null }
    const value = line.slice(at + 1)
    return { name: line.slice(0, at).trim(), value: kind === 'command' ? value : value.trim() }
  })
}

/** Whether there is enough to be reviewed. */
export const isWritten = ({ label, kind, command, url }: SetupDraft): boolean => label.trim() !== '' && (kind === 'command' ? command : url).trim() !== ''

/** The form as a configuration's text, so that both ways of adding lead to the same review. */
export function toConfigText(draft: SetupDraft): string {
  const { label, kind, command, args, cwd, url } = draft
  const values = Object.fromEntries(typedValues(draft).flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const])))
  const server = kind === 'command'
    ? { command: command.trim(), args: linesOf(args), env: values, ...(cwd.trim() === '' ? {} : { cwd: cwd.trim() }) }
    : { type: 'http', url: url.trim(), headers: values }
  return JSON.stringify({ mcpServers: { [label.trim()]: server } })
}

/** Parts that hold white space or nothing are quoted, so that it can be seen where each ends. */
const commandLine = (command: string, args: readonly string[]): string => [command, ...args].map((part) => (part === '' || /[\s"'\\]/.test(part) ? JSON.stringify(part) : part)).join(' ')

/** How a server is reached, whole, in one line. */
export const reachLine = (reach: Reach): string => (reach.kind === 'command' ? commandLine(reach.command, reach.args) : reach.url)
