import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Settings } from '../../../shared/settings.ts'
import { SERVER_LISTS_SCHEMA, SERVERS_SCHEMA } from '../mcp/server-store.ts'
import type { Watchdog } from '../mcp/watchdog.ts'
import type { Environment } from '../mcp/child-environment.ts'
import type { Migration } from '../store/migrations.ts'
import type { Connector } from '../tools/tool.ts'
import { createFilesConnector } from './files/create-files-connector.ts'
import { FILES_SCHEMA } from './files/schema.ts'
import { createGoalsConnector } from './goals/create-goals-connector.ts'
import type { GoalStore } from '../goals/goal-store.ts'
import { createJobsConnector } from './jobs/create-jobs-connector.ts'
import type { JobsTools } from './jobs/job-tools.ts'
import { createNotesConnector } from './notes/create-notes-connector.ts'
import { NOTES_SCHEMA } from './notes/schema.ts'
import { createRecallConnector } from './recall/create-recall-connector.ts'
import { RECALL_SCHEMA } from './recall/schema.ts'
import { createShellConnector } from './shell/create-shell-connector.ts'
import { createSkillsConnector } from './skills/create-skills-connector.ts'
import { SKILLS_SCHEMA } from './skills/schema.ts'
import type { SkillStore } from './skills/skill-store.ts'
import type { Stored } from './stored.ts'
import { createTasksConnector } from './tasks/create-tasks-connector.ts'
import { TASKS_SCHEMA } from './tasks/schema.ts'
import { createTranscriptsConnector } from './transcripts/create-transcripts-connector.ts'
import type { PastChats } from './transcripts/past-chats.ts'
import { createWebConnector } from './web/create-web-connector.ts'

/** Beside the bundle as beside the sources. */
export const BUNDLED_SKILLS = join(import.meta.dirname, '..', '..', '..', 'resources', 'skills')

/** Append-only, after the core's own; a connector's first tables and every later change to them. */
export const connectorMigrations: readonly Migration[] = [
  { name: 'memories', sql: RECALL_SCHEMA },
  { name: 'tasks', sql: TASKS_SCHEMA },
  { name: 'marks on files', sql: FILES_SCHEMA },
  { name: 'mcp servers', sql: SERVERS_SCHEMA },
  { name: 'lists of mcp servers', sql: SERVER_LISTS_SCHEMA },
  { name: 'notes', sql: NOTES_SCHEMA },
  { name: 'approved skills', sql: SKILLS_SCHEMA },
]

export interface ConnectorDeps {
  readonly database: Database
  readonly stored: Stored
  readonly now: () => number
  readonly settings: () => Settings
  /** Never within reach of `files`, even where the workspace holds it. */
  readonly dataDirectory: string
  readonly pastChats: PastChats
  readonly skills: SkillStore
  readonly goals: GoalStore
  readonly jobs: JobsTools
  /** Of this process; programs get the few variables of it that they need. */
  readonly environment: Environment
  /** Ends programs that outlive this process. */
  readonly watchdog: Pick<Watchdog, 'watch' | 'forget'>
}

/** The connectors that come with Gatehouse, in the order in which their tools are offered. */
export function createConnectors({ database, stored, now, settings, dataDirectory, pastChats, skills, jobs, goals, environment, watchdog }: ConnectorDeps): readonly Connector[] {
  const workspace = (): string | null => settings().workspace
  const withheld = [dataDirectory]
  return [
    createRecallConnector({ now, memories: stored.memories }),
    createTasksConnector({ now, tasks: stored.tasks }),
    createFilesConnector({ database, now, workspace, withheld }),
    createNotesConnector({ now, notes: stored.notes }),
    createWebConnector({ now, privateHosts: () => settings().privateHosts }),
    createTranscriptsConnector({ pastChats, now }),
    createSkillsConnector({ skills }),
    createGoalsConnector({ goals, now }),
    createShellConnector({ workspace, withheld, environment, watchdog }),
    createJobsConnector(jobs),
  ]
}
