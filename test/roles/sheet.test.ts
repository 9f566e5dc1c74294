import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { createConnectors, connectorMigrations } from '../../electron/core/connectors/built-in.ts'
import { openStored } from '../../electron/core/connectors/stored.ts'
import { openGoalStore } from '../../electron/core/goals/goal-store.ts'
import { createTeamConnector } from '../../electron/core/connectors/team/create-team-connector.ts'
import { openSkillStore } from '../../electron/core/connectors/skills/skill-store.ts'
import { createPastChats } from '../../electron/core/connectors/transcripts/past-chats.ts'
import { decideGate, type GateFacts } from '../../electron/core/gate/gate.ts'
import { BUILT_IN_ROLES, COWORKER, COWORKER_CEILING, INBOUND_TURN, SCHEDULED_JOB, SPECIALIST } from '../../electron/core/roles/built-in-roles.ts'
import { isInCeiling } from '../../electron/core/roles/ceiling.ts'
import { createCatalog, registrationProblem, type CatalogEntry } from '../../electron/core/tools/catalog.ts'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import { createToolChoices } from '../../electron/core/tools/tool-choices.ts'
import { createChats } from '../../electron/core/store/chats.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import { createJobEdits } from '../../electron/core/unattended/job-edits.ts'
import { createJobStore } from '../../electron/core/unattended/job-store.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { Role } from '../../shared/role.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { isNamed } from '../../shared/tool-set.ts'
import { newPlace } from '../store/store-place.ts'
import { BUILT_IN_SHEET, SERVER_SHEET, SHEET_ROLES, type SheetCell } from './sheet.ts'

const MAIL = ConnectorId.parse('mail')
const team = (tool: string) => ({ connectorId: ConnectorId.parse('team'), tool })
const mail = (tool: string) => ({ connectorId: MAIL, tool })

/** The roles of the sheet; those that something stored makes with the widest ceiling there is for them. */
const ROLES: readonly Role[] = BUILT_IN_ROLES.map((role) => {
  switch (role) {
    case INBOUND_TURN: return { ...role, ceiling: { connectors: [MAIL], classes: ['read'], named: [mail('draft')] }, drafts: { folder: null, tools: [mail('draft')] } }
    case SCHEDULED_JOB: return { ...role, ceiling: 'everything' }
    case COWORKER: return { ...role, delegationDepth: 1, delegatesTo: ['another'], ceiling: { all: [{ of: 'your choice', set: 'everything' }, { of: 'what coworkers may have', set: { ...COWORKER_CEILING, named: [team('list_coworkers'), team('delegate')] } }] } }
    case SPECIALIST: return { ...role, ceiling: [mail('list'), mail('search'), mail('offered')] }
    default: return role
  }
})

const input = z.object({})
const run = (): Promise<string> => Promise.resolve('')
const server = defineConnector({
  id: MAIL, label: 'Mail', deps: null,
  tools: [
    defineTool({ name: 'list', description: 'Lists.', class: 'read', input, run }),
    defineTool({ name: 'search', description: 'Searches elsewhere.', class: 'read', egress: true, destinations: () => ['a.example'], input, run }),
    defineTool({ name: 'draft', description: 'Drafts.', class: 'write', input, run }),
    defineTool({ name: 'send', description: 'Sends.', class: 'write', input, run }),
    defineTool({ name: 'careful_send', description: 'Sends, having asked.', class: 'write', requiresApproval: true, input, run }),
    defineTool({ name: 'wary_list', description: 'Lists, having asked.', class: 'read', requiresApproval: true, input, run }),
    defineTool({ name: 'delete', description: 'Deletes.', class: 'destructive', input, run }),
    defineTool({ name: 'unclassed', description: 'Nobody said what this does.', input, run }),
    defineTool({ name: 'offered', description: 'Only by name.', class: 'read', optIn: true, input, run }),
  ],
})

const store = openStore(newPlace(), [...coreMigrations, ...connectorMigrations])
const { database } = store
const stored = openStored(database)
const workspace = newPlace()
const jobStore = createJobStore(database)
const builtIn = createConnectors({
  database, stored, now: () => 1, settings: () => ({ ...DEFAULT_SETTINGS, workspace }), dataDirectory: newPlace(), environment: {}, watchdog: { watch: () => undefined, forget: () => undefined },
  pastChats: createPastChats({ journal: { read: () => [], readText: () => '' }, chats: createChats(database), search: () => Promise.resolve([]) }),
  goals: openGoalStore(database),
  skills: { ...openSkillStore(database, { bundled: newPlace(), person: newPlace() }, sha256), anyApproved: () => true },
  jobs: { store: jobStore, edits: createJobEdits({ store: jobStore, now: () => 1, newJobId: () => 'job_1', hasModel: () => true, hasCoworker: () => true }), now: () => 1, findTool: () => null, nameOf: ({ tool }) => tool },
})
const teamConnector = createTeamConnector({ list: () => [] })
const catalog = createCatalog({ connectors: () => [...builtIn, teamConnector, server], connectorOn: () => true, choices: createToolChoices(database), sha256 })

/** What becomes of a call that fits: by the same parts that judge one. */
function cellOf(entry: CatalogEntry, role: Role): string {
  const { tool, pin } = entry
  if (registrationProblem(entry, role) !== null) return '-'
  if (!isInCeiling(role, tool)) return 'c'
  const verdict = (tainted: boolean): string => {
    const facts: GateFacts = {
      kind: role.kind, role: role.name, mayAsk: role.mayAsk, tainted, unfit: null, name: '', available: [], registered: true, switchedOffBy: null, notReady: null, inCeiling: true, readOnlyModel: null, keptByReadOnly: true, offered: true,
      argumentProblem: null, overLimit: null, overAllowance: null, pinned: pin, seen: pin, toolClass: tool.toolClass, provenance: tool.provenance, requiresApproval: tool.alwaysAsks ? 'tool' : 'no',
      unlistedDestinations: tool.egress && tainted ? ['a.example'] : [], standing: null, standingWord: isNamed(role.drafts.tools, tool.identity) ? 'draft' : tool.delegates !== undefined && role.delegatesTo !== 'any' ? 'delegate' : null,
    }
    const decision = decideGate(facts)
    return decision.reason.kind === 'standing-word' ? (decision.reason.word === 'draft' ? 'draft' : 'word') : decision.verdict
  }
  const [clean, tainted] = [verdict(false), verdict(true)]
  return clean === tainted ? clean : `${clean}/${tainted}`
}

const nameOf = ({ tool }: CatalogEntry): string => `${tool.identity.connectorId} ${tool.identity.tool} ${tool.toolClass}${tool.egress ? ' egress' : ''}${tool.optIn ? ' opt-in' : ''}`
const worked = (entries: readonly CatalogEntry[]) => Object.fromEntries(entries.map((entry) => [nameOf(entry), ROLES.map((role) => cellOf(entry, role))]))
const ofServer = (entry: CatalogEntry): boolean => entry.connector.id === MAIL

describe('who is given what, against the written sheet', () => {
  test('the sheet has the built-in roles, in their order', () => {
    assert.deepEqual(ROLES.map(({ id }) => id), [...SHEET_ROLES])
  })

  const check = (sheet: Readonly<Record<string, readonly SheetCell[]>>, entries: readonly CatalogEntry[]): void => {
    const computed = worked(entries)
    for (const [name, cells] of Object.entries(computed)) assert.deepEqual(sheet[name], cells, `${name}: the sheet says ${String(sheet[name])}; a row that is missing is written in test/roles/sheet.ts, by hand, from the table of roles`)
    assert.deepEqual(Object.keys(sheet).filter((name) => computed[name] === undefined), [], 'these are in the sheet and there is no such tool')
  }

  test('every tool of ours, in every role', () => { check(BUILT_IN_SHEET, catalog.entries().filter((entry) => !ofServer(entry))) })
  test('every kind of tool of a server, in every role', () => { check(SERVER_SHEET, catalog.entries().filter(ofServer)) })

  test('tools that are found together are those that are found one by one, each in its place', () => {
    const asked = catalog.entries().map(({ tool }) => tool.identity).toReversed().flatMap((identity) => [identity, { ...identity, tool: `no ${identity.tool}` }])
    assert.deepEqual(catalog.findAll(asked), asked.map(catalog.find))
    assert.ok(catalog.findAll(asked).some((entry) => entry !== null))
  })

  test('no role that nobody is there for has a destructive tool, and none that can’t ask has one that asks', () => {
    for (const entry of catalog.entries()) for (const role of ROLES) {
      const cell = cellOf(entry, { ...role, ceiling: 'everything' })
      if (role.kind !== 'person' && entry.tool.toolClass === 'destructive') assert.equal(cell, '-')
      if (!role.mayAsk) assert.ok(!cell.includes('ask'), `${role.id} ${nameOf(entry)} ${cell}`)
    }
  })
})
