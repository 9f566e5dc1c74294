import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { AppError } from '../../../shared/errors.ts'
import { childEnvironment, type Environment } from './child-environment.ts'
import { holdsPassword, looksSecret, refuseEnvironmentName } from './dangerous-environment.ts'
import { findCommand } from './find-command.ts'
import { MARK_NAME } from './process-records.ts'
import type { ServerConfig } from './server-config.ts'
import type { ReadyLaunch } from './stdio-child.ts'
import { expandReferences } from '../../../shared/variable-references.ts'

export interface LaunchSources {
  /** Where references are looked up and the allowed few variables come from; usually `process.env`. */
  readonly own: Environment
  readonly platform: NodeJS.Platform
  readonly path: () => Promise<string>
  /** Commands that may be started on this machine, as written or as the file that is found; null: any. */
  readonly allowed: readonly string[] | null
  /** Null: there is no such secret. */
  readonly secretOf: (name: string) => Promise<string | null>
}

export interface PreparedLaunch {
  readonly launch: ReadyLaunch
  readonly mark: string
  /** Values that must reach no log, no model and no window. */
  readonly secrets: readonly string[]
}

/**
 * What to start, with every reference and secret filled in. Nothing of it is ever stored.
 * @throws AppError `connector.variable-unset`, `connector.invalid`, `connector.command-missing`
 */
export async function prepareLaunch(config: ServerConfig, sources: LaunchSources): Promise<PreparedLaunch> {
  const unset = new Set<string>()
  const secrets: string[] = []
  const lookUp = (name: string): string | null => {
    const value = sources.own[name] ?? null
    if (value !== null && looksSecret(name)) secrets.push(value)
    return value
  }
  const expand = (text: string): string => {
    const expanded = expandReferences(text, lookUp)
    if (expanded.ok) return expanded.text
    for (const name of expanded.unset) unset.add(name)
    return ''
  }
  const command = expand(config.command)
  const args = config.args.map(expand)
  const cwd = config.cwd === null ? (sources.own['HOME'] ?? homedir()) : expand(config.cwd)
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(config.env)) {
    const refused = refuseEnvironmentName(name)
    if (refused !== null) throw new AppError('connector.invalid', refused)
    const text = value.kind === 'text' ? expand(value.text) : await sources.secretOf(value.secret)
    if (text === null) unset.add(name)
    else env[name] = text
    if (text !== null && (value.kind === 'secret' || looksSecret(name) || holdsPassword(text))) secrets.push(text)
  }
  if (unset.size > 0) {
    throw new AppError('connector.variable-unset', `${config.label} was not started: ${[...unset].join(', ')} ${unset.size === 1 ? 'is' : 'are'} not set.`, { advice: 'Set it where Gatehouse is started, or store a value for it.' })
  }
  const path = await sources.path()
  const endings = sources.platform === 'win32' ? (sources.own['PATHEXT'] ?? '.COM;.EXE').split(';').filter((ending) => ending !== '') : []
  const file = await findCommand(command, { cwd, path, endings })
  if (sources.allowed !== null && !sources.allowed.includes(command) && !sources.allowed.includes(file)) {
    throw new AppError('connector.invalid', `${config.label} was not started: this machine doesn’t allow the command “${command}” (CONNECTOR_COMMANDS).`, { advice: sources.allowed.length === 0 ? 'It allows none.' : `It allows ${sources.allowed.join(', ')}.` })
  }
  if (sources.platform === 'win32' && /\.(?:cmd|bat)$/i.test(file)) {
    throw new AppError('connector.invalid', `${file} is a batch file, which only a command interpreter can start.`, { advice: 'Name the program itself: for packages of Node, node with the path of the script.' })
  }
  const mark = randomUUID()
  return { launch: { file, args, cwd, env: childEnvironment(sources.own, path, { ...env, [MARK_NAME]: mark }, sources.platform) }, mark, secrets }
}
