import type { Database } from 'better-sqlite3'
import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { deleteEntry } from './delete-tool.ts'
import { editFile } from './edit-tool.ts'
import { openFileMarks } from './file-marks.ts'
import { FILES_ID } from './files-tools.ts'
import { findFiles } from './find-tool.ts'
import { searchFiles } from './grep-tool.ts'
import { listFolder } from './list-tool.ts'
import { makeFolder } from './make-folder-tool.ts'
import { moveEntry } from './move-tool.ts'
import { readFilePart } from './read-tool.ts'
import { openWorkspace, workspaceProblem, type WorkspaceOptions } from './workspace.ts'
import { writeFile } from './write-tool.ts'

export interface FilesDeps extends WorkspaceOptions {
  /** Its schema includes `FILES_SCHEMA`. */
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Absolute path of the folder the person picked, read anew for each call; null: none. */
  readonly workspace: () => string | null
}

/** One folder that the person picked, and never anything outside it. */
export function createFilesConnector({ database, now, workspace, ...options }: FilesDeps): Connector {
  return defineConnector({
    id: FILES_ID,
    label: 'Files',
    deps: { marks: openFileMarks(database), now, open: () => openWorkspace(workspace(), options) },
    problem: () => workspaceProblem(workspace(), options.withheld),
    tools: [listFolder, readFilePart, findFiles, searchFiles, writeFile, editFile, makeFolder, moveEntry, deleteEntry],
    withheld: [
      { what: 'Anything outside the folder that you picked', why: 'A path that leads out of it, by dots or by a link, is refused: what isn’t in reach can’t be read, changed or told.' },
      { what: 'Deleting a folder with all that is in it', why: 'That can’t be undone and can’t be reviewed on a card. Empty folders and single files can be deleted, one call each.' },
      { what: 'Running a file', why: 'Reading and writing have an end that can be seen. What a program does hasn’t.' },
      { what: 'Permissions, owners and links', why: 'They change what other programs may do, which no text on a card shows.' },
    ],
  })
}
