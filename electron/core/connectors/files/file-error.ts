import { AppError } from '../../../../shared/errors.ts'
import { quotePath } from './workspace-path.ts'

export const linkError = (shown: string): AppError =>
  new AppError('workspace.outside', `${quotePath(shown)} is a link, and links can lead out of the workspace.`, { advice: 'Use the file or folder itself, if it is in the workspace.' })

export const mountError = (shown: string): AppError =>
  new AppError('workspace.outside', `${quotePath(shown)} belongs to another disk or mount, which is not part of the workspace.`)

export const withheldError = (shown: string): AppError =>
  new AppError('workspace.outside', `${quotePath(shown)} holds Gatehouse's own data and is not part of the workspace.`)

export const movedError = (shown: string): AppError =>
  new AppError('workspace.outside', `${quotePath(shown)} was replaced while it was being checked; nothing was done.`, { advice: 'Try again.' })

export const specialError = (shown: string): AppError =>
  new AppError('input.invalid', `${quotePath(shown)} is a device, pipe or socket, which is never opened.`)

export const missingError = (shown: string): AppError =>
  new AppError('input.not-found', `There is no ${quotePath(shown)} in the workspace.`, { advice: 'List the folder to see what there is.' })

export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'may not be used: the system denies access',
  EPERM: 'may not be used: the system denies access',
  ENOTDIR: 'is not a folder, or one above it is not',
  EISDIR: 'is a folder',
  EEXIST: 'exists already',
  ENOTEMPTY: 'is a folder with something in it',
  ENAMETOOLONG: 'has too long a name',
  EROFS: 'is on a disk that can only be read',
  EBUSY: 'is in use',
  EINVAL: 'can\'t be used that way',
  EXDEV: 'is on another disk',
  ENOSPC: 'could not be written: the disk is full',
  EDQUOT: 'could not be written: your quota is used up',
  EMFILE: 'could not be opened: too many files are open',
  ETXTBSY: 'is a program that is running',
}

/** What the file system said, as a sentence about the path. AppErrors and aborts pass as they are. */
export function asFileError(error: unknown, shown: string): unknown {
  const code = errnoOf(error)
  if (error instanceof AppError || code === null || (error instanceof Error && error.name === 'AbortError')) return error
  if (code === 'ENOENT') return missingError(shown)
  if (code === 'ELOOP') return linkError(shown)
  const sentence = SENTENCES[code] ?? `could not be used (${code})`
  return new AppError('tool.failed', `${quotePath(shown)} ${sentence}.`, { cause: error })
}
