import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { AppError } from '../../../shared/errors.ts'
import { childEnvironment } from './child-environment.ts'
import { refuseEnvironmentName } from './dangerous-environment.ts'
import { createValueExpander, type ValueSources } from './expand-values.ts'
import { findCommand } from './find-command.ts'
import { MARK_NAME } from './process-records.ts'
import type { CommandConfig } from './server-config.ts'
import type { ReadyLaunch } from './stdio-child.ts'

export interface LaunchSources extends ValueSources {
  readonly platform: NodeJS.Platform
  readonly path: () => Promise<string>
  /** Commands that may be started on this machine, as written or as the file that is found; null: any. */
  readonly allowed: readonly string[] | null
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
export async function prepareLaunch(config: CommandConfig, sources: LaunchSources): Promise<PreparedLaunch> {
  const values = createValueExpander(sources)
  const command = values.expand(config.command)
  const args = config.args.map(values.expand)
  const cwd = config.cwd === null ? (sources.own['HOME'] ?? homedir()) : values.expand(config.cwd)
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(config.env)) {
    const refused = refuseEnvironmentName(name)
    if (refused !== null) throw new AppError('connector.invalid', refused)
    const text = await values.read(name, value)
    if (text !== null) env[name] = text
  }
  values.refuseUnset(config.label)
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
  return { launch: { file, args, cwd, env: childEnvironment(sources.own, path, { ...env, [MARK_NAME]: mark }, sources.platform) }, mark, secrets: values.secrets }
}
