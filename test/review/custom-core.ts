import { join } from 'node:path'
import Database from 'better-sqlite3'
import { defineConnector, type DefinedTool } from '../../electron/core/tools/define-tool.ts'
import type { Connector } from '../../electron/core/tools/tool.ts'
import type { ModelPort } from '../../electron/core/model/model.ts'
import { createProbe, type Probe } from '../core/probe-connector.ts'
import { createScriptModel, type ScriptedStep, type ScriptModel } from '../core/script-model.ts'
import { startCore, type CoreOptions, type LiveCore } from '../core/live-core.ts'

export interface CustomCore extends LiveCore { readonly probe: Probe; readonly script: ScriptModel }

export interface Custom extends CoreOptions {
  readonly tools?: readonly DefinedTool<null>[]
  readonly connectors?: readonly Connector[]
  /** In place of the scripted one. */
  readonly model?: ModelPort
}

/** A scripted core with tools of the test's own, as `extra__<name>`, beside the probe. */
export async function startCustom(steps: readonly ScriptedStep[], { tools = [], connectors = [], model, ...options }: Custom = {}): Promise<CustomCore> {
  const probe = createProbe()
  const script = createScriptModel(steps)
  const extra = tools.length === 0 ? [] : [defineConnector({ id: 'extra', label: 'Extra', deps: null, tools })]
  const core = await startCore({
    ...options, additions: { connectors: [probe.connector, ...extra, ...connectors], models: new Map([['script', model ?? script.model]]) },
    settings: { model: 'script', ...options.settings },
  })
  return { ...core, probe, script }
}

/** Another program at the same database, for breaking things as a disk or a person would. */
export function atDatabase<T>(dataDirectory: string, work: (database: Database.Database) => T): T {
  const database = new Database(join(dataDirectory, 'gatehouse.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** From now on storing an event of this kind fails, until the returned function is called. */
export function refuseEvents(dataDirectory: string, kind: string): () => void {
  atDatabase(dataDirectory, (database) => database.exec(`CREATE TRIGGER refuse_for_test BEFORE INSERT ON events WHEN new.kind = '${kind}' BEGIN SELECT RAISE(ABORT, 'refused'); END`))
  return () => { atDatabase(dataDirectory, (database) => database.exec('DROP TRIGGER refuse_for_test')) }
}
