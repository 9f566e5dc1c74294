import { AppError } from '../../../../shared/errors.ts'
import { shorten } from '../stored-taint.ts'

/** Names from the workspace folder down; none of them empty, `.`, `..` or with a separator. Empty: the workspace itself. */
export type WorkspacePath = readonly string[]
export type PathStyle = 'posix' | 'windows'

const LONGEST_PATH = 4096
const LONGEST_NAME_BYTES = 255
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i

/** A path for a sentence: quoted, escaped and of bounded length. */
export const quotePath = (text: string): string => JSON.stringify(shorten(text, 200))

export const showPath = (path: WorkspacePath): string => (path.length === 0 ? 'the workspace folder' : path.join('/'))

/**
 * Reads a path as a model or person writes it, relative to the workspace.
 * @throws AppError `workspace.outside` for one that could lead out of it, `input.invalid` for one that can't be a path
 */
export function parseWorkspacePath(text: string, style: PathStyle): WorkspacePath {
  if (text.includes('\0')) throw new AppError('workspace.outside', 'A path can\'t hold a NUL character.')
  if (text.length > LONGEST_PATH) throw new AppError('input.invalid', `The path is ${text.length} characters long; ${LONGEST_PATH} is the most.`)
  if (!text.isWellFormed()) throw new AppError('input.invalid', `${quotePath(text)} is not valid text.`)
  const absolute = /^[\\/]/.test(text) || /^[A-Za-z]:[\\/]/.test(text) || (style === 'windows' && /^[A-Za-z]:/.test(text))
  if (absolute) {
    throw new AppError('workspace.outside', `${quotePath(text)} is an absolute path.`, { advice: 'Give a path relative to the workspace folder.' })
  }
  if (text.split(/[\\/]/).includes('..')) {
    throw new AppError('workspace.outside', `${quotePath(text)} holds "..", which could lead out of the workspace.`, { advice: 'Give a path relative to the workspace folder, without "..".' })
  }
  const names = text.split(style === 'windows' ? /[\\/]/ : '/').filter((name) => name !== '' && name !== '.')
  const unfit = names.find((name) => new TextEncoder().encode(name).length > LONGEST_NAME_BYTES || (style === 'windows' && !isWindowsName(name)))
  if (unfit !== undefined) throw new AppError('input.invalid', `${quotePath(unfit)} can't be the name of a file or folder.`)
  return names
}

/** Trailing dots and spaces are dropped by Windows, a colon names a hidden stream: each makes another name of it. */
const isWindowsName = (name: string): boolean => !/[<>:"|?*\p{Cc}]/u.test(name) && !/[. ]$/.test(name) && !WINDOWS_DEVICE.test(name)

/** @throws AppError `input.invalid` for a new name that nobody could read in a list */
export function refuseUnreadableName(name: string): void {
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(name)) {
    throw new AppError('input.invalid', `${quotePath(name)} holds control characters, which a new name can't.`)
  }
}
