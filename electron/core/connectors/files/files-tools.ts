import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ConnectorId } from '../../../../shared/ids.ts'
import { mergeTaint, type TaintSource } from '../../../../shared/taint.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { noteStored } from '../stored-taint.ts'
import type { FileMarks } from './file-marks.ts'
import type { Folder } from './folder.ts'
import { showPath, type WorkspacePath } from './workspace-path.ts'
import type { Workspace } from './workspace.ts'

/** What the tools of `files` share. */
export interface FilesTools {
  readonly marks: FileMarks
  /** The workspace as it is now. @throws AppError `workspace.missing` */
  readonly open: () => Promise<Workspace>
  /** Milliseconds since 1970. */
  readonly now: () => number
}
export type FilesContext = ToolContext<FilesTools>

export const FILES_ID = ConnectorId.parse('files')

export const filePath = z.string().min(1).describe('Path relative to the workspace folder, with / between names')
export const folderPath = filePath.default('.').describe('Folder relative to the workspace folder; left out: the workspace folder itself')

/** Hands out the folder that a path's last name is in. @throws AppError `input.invalid` for the workspace folder itself */
export function withEntry<T>(workspace: Workspace, path: WorkspacePath, use: (folder: Folder, name: string) => Promise<T>): Promise<T> {
  const name = path.at(-1)
  if (name === undefined) throw new AppError('input.invalid', 'That is the workspace folder itself; name something in it.')
  return workspace.within(path.slice(0, -1), (folder) => use(folder, name))
}

export interface Shown {
  /** Such as `file notes/a.txt`. */
  readonly what: string
  readonly taint: readonly TaintSource[]
}

export function noteShown(context: FilesContext, tool: string, shown: readonly Shown[]): void {
  noteStored(context, { connectorId: FILES_ID, tool, now: context.deps.now() }, shown)
}

/** The taint of names that a result shows: of an entry and of every folder between it and the one that was asked about. */
export function shownName(marks: FileMarks, asked: Folder, path: WorkspacePath): Shown {
  const below = path.slice(asked.path.length)
  const taint = below.reduce<readonly TaintSource[]>((union, _name, index) => mergeTaint(union, marks.of(join(asked.absolute, ...below.slice(0, index + 1))).name), [])
  return { what: `file name ${showPath(path)}`, taint }
}

/** Such as `1 file` and `2 files`; names of several words have the noun last. */
export const countOf = (count: number, noun: string): string => `${count} ${count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export function showSize(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, 'byte')
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / (1024 * 1024)).toFixed(1)} MB`
}
