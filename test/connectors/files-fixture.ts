import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { createFilesConnector } from '../../electron/core/connectors/files/create-files-connector.ts'
import { openFileMarks, type FileMarks } from '../../electron/core/connectors/files/file-marks.ts'
import { FILES_SCHEMA } from '../../electron/core/connectors/files/schema.ts'
import type { Connector } from '../../electron/core/tools/tool.ts'

export interface FilesFixture {
  readonly connector: Connector
  readonly marks: FileMarks
  /** A folder that holds the workspace and, beside it, what must stay out of reach. */
  readonly outside: string
  readonly workspace: string
  /** A path in the workspace. */
  readonly at: (...names: string[]) => string
  readonly choose: (workspace: string | null) => void
}

export function startFiles(context: TestContext, options: { readonly holdFolders?: boolean; readonly withheld?: readonly string[] } = {}): FilesFixture {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-files-')))
  context.after(() => rmSync(outside, { recursive: true, force: true }))
  const workspace = mkdtempSync(join(outside, 'workspace-'))
  const database = new Database(':memory:')
  database.exec(FILES_SCHEMA)
  let chosen: string | null = workspace
  let time = Date.UTC(2030, 0, 1)
  const connector = createFilesConnector({
    database, now: () => (time += 1000), workspace: () => chosen, withheld: options.withheld ?? [],
    ...(options.holdFolders === undefined ? {} : { holdFolders: options.holdFolders }),
  })
  return { connector, marks: openFileMarks(database), outside, workspace, at: (...names) => join(workspace, ...names), choose: (path) => { chosen = path } }
}

/** Runs a test with folders held open, where the system can, and with folders watched, as on systems that can't. */
export function testBothWays(name: string, run: (start: (options?: { readonly withheld?: readonly string[] }) => FilesFixture, context: TestContext) => Promise<void>): void {
  for (const holdFolders of process.platform === 'linux' ? [true, false] : [false]) {
    test(`${name} (folders ${holdFolders ? 'held' : 'watched'})`, (context) => run((options) => startFiles(context, { holdFolders, ...options }), context))
  }
}
