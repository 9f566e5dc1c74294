import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { AppError } from '../../../../shared/errors.ts'
import { asFileError, errnoOf } from './file-error.ts'
import { canHoldFolders, holdRoot, watchRoot, type Folder, type Identity } from './folder.ts'
import { parseWorkspacePath, type PathStyle, type WorkspacePath } from './workspace-path.ts'

/** The folder that the person picked, as it was found for one call. */
export interface Workspace {
  /** Its real path: a link that the person picked is followed once, here. */
  readonly root: string
  /** Absolute paths of folders that are out of reach although inside. */
  readonly withheld: readonly string[]
  /** @throws AppError `workspace.outside`, `input.invalid` */
  parse(text: string): WorkspacePath
  /** Enters a folder, hands it out and closes it. @throws AppError `workspace.outside`, `input.not-found`, `tool.failed` */
  within<T>(path: WorkspacePath, use: (folder: Folder) => Promise<T>): Promise<T>
}

export interface WorkspaceOptions {
  /** Absolute paths, such as the data directory: nothing in them can be listed, read or changed. */
  readonly withheld: readonly string[]
  /** Left out: wherever the system can. */
  readonly holdFolders?: boolean
}

export const NO_WORKSPACE = 'No workspace folder is chosen. Pick one in Settings.'

/** Null when the folder can be worked in, else a sentence for the person. */
export function workspaceProblem(workspace: string | null, withheld: readonly string[]): string | null {
  if (workspace === null) return NO_WORKSPACE
  try {
    if (!statSync(workspace).isDirectory()) return 'The workspace is not a folder. Pick another one in Settings.'
    accessSync(workspace, constants.R_OK | constants.X_OK)
    const root = realpathSync(workspace)
    const isOwn = withheld.some((path) => existsSync(path) && isInside(root, realpathSync(path)))
    return isOwn ? 'The workspace folder holds Gatehouse\'s own data. Pick another one in Settings.' : null
  } catch (error) {
    switch (errnoOf(error)) {
      case 'ENOENT': return 'The workspace folder is missing. Bring it back or pick another one in Settings.'
      case 'ENOTDIR': return 'The workspace is not a folder. Pick another one in Settings.'
      case 'EACCES':
      case 'EPERM': return 'The workspace folder may not be read. Allow it or pick another one in Settings.'
      default: return 'The workspace folder can\'t be read. Pick another one in Settings.'
    }
  }
}

/** @throws AppError `workspace.missing` with the sentence of `workspaceProblem` */
export async function openWorkspace(workspace: string | null, options: WorkspaceOptions): Promise<Workspace> {
  const problem = workspaceProblem(workspace, options.withheld)
  if (workspace === null || problem !== null) throw new AppError('workspace.missing', problem ?? NO_WORKSPACE)
  const root = await realpath(workspace)
  const withheldPaths = await Promise.all(options.withheld.map((path) => realpath(path).catch(() => path)))
  const withheld = (await Promise.all(withheldPaths.map(identify))).filter((identity) => identity !== null)
  const openRoot = options.holdFolders ?? canHoldFolders() ? holdRoot : watchRoot
  const style: PathStyle = sep === '\\' ? 'windows' : 'posix'

  return {
    root,
    withheld: withheldPaths,
    parse: (text) => parseWorkspacePath(text, style),
    within: async (path, use) => {
      let folder = await openRoot(root, withheld).catch((error: unknown) => { throw asFileError(error, 'the workspace folder') })
      try {
        for (const name of path) {
          const entered = await folder.enter(name)
          await folder.close()
          folder = entered
        }
        return await use(folder)
      } finally {
        await folder.close()
      }
    },
  }
}

/** Both absolute and real; a path is inside itself. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

const identify = (path: string): Promise<Identity | null> =>
  stat(path, { bigint: true }).then(({ dev, ino }) => ({ dev, ino }), () => null)
