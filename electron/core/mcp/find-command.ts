import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { AppError } from '../../../shared/errors.ts'

export interface CommandPlace {
  /** Where relative commands with a slash begin. */
  readonly cwd: string
  /** PATH, as the system writes it. */
  readonly path: string
  /** On Windows, endings to try, as in PATHEXT; empty elsewhere. */
  readonly endings: readonly string[]
}

/**
 * The file that a command names.
 * @returns an absolute path to something that can be run
 * @throws AppError `connector.command-missing` with the command and where it was looked for
 */
export async function findCommand(command: string, { cwd, path, endings }: CommandPlace): Promise<string> {
  const isPath = command.includes('/') || (endings.length > 0 && command.includes('\\')) || isAbsolute(command)
  const folders = isPath ? [cwd] : path.split(delimiter).filter((folder) => isAbsolute(folder))
  for (const folder of folders) {
    for (const ending of ['', ...endings]) {
      const file = isPath ? resolve(folder, `${command}${ending}`) : join(folder, `${command}${ending}`)
      if (await canRun(file)) return file
    }
  }
  const looked = isPath ? `There is no program at ${resolve(cwd, command)}.` : `Looked in: ${folders.length === 0 ? 'no folder, since PATH is empty' : folders.join(', ')}.`
  throw new AppError('connector.command-missing', `The command “${command}” was not found. ${looked}`, { advice: 'Install it, or give the whole path of the program.' })
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
