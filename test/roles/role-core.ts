import type { Additions } from '../../electron/core/core.ts'
import { COWORKER } from '../../electron/core/roles/built-in-roles.ts'
import type { TurnRequest, Turns } from '../../electron/core/turn/turns.ts'
import { ConnectorId, type TurnId } from '../../shared/ids.ts'
import type { ToolIdentity } from '../../shared/policy.ts'
import { DEFAULT_LIMITS, type Role } from '../../shared/role.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { createProbe, type Probe } from '../core/probe-connector.ts'
import { createScriptModel, type ScriptedStep, type ScriptModel } from '../core/script-model.ts'
import { startCore, type CoreOptions, type LiveCore } from '../core/live-core.ts'

export interface RoleCore extends LiveCore {
  readonly probe: Probe
  readonly script: ScriptModel
  /** Starts a turn of its own chat in a role, as a schedule, a message from outside or another run would. */
  readonly start: (role: Role, request?: Partial<TurnRequest>) => Promise<TurnId>
  readonly runIn: (role: Role, request?: Partial<TurnRequest>) => Promise<TurnState>
}

export const probeTool = (tool: string): ToolIdentity => ({ connectorId: ConnectorId.parse('probe'), tool })

/** A role that nobody is there for, with these tools of the probe. It has no money of its own: nobody knows what a scripted model costs. */
export const unattended = (tools: readonly string[], change: Partial<Role> = {}): Role => ({ ...COWORKER, id: 'test:unattended', name: 'Night reader', ceiling: tools.map(probeTool), limits: DEFAULT_LIMITS, ...change })

/** A core in which turns can be started in any role. @param roles found by their ids, as they are in this list when they are looked up */
export async function startRoleCore(steps: readonly ScriptedStep[], roles: readonly Role[], options: CoreOptions = {}): Promise<RoleCore> {
  const probe = createProbe()
  const script = createScriptModel(steps)
  const found: { turns: Turns | null } = { turns: null }
  const additions: Additions = {
    ...options.additions, connectors: [probe.connector, ...(options.additions?.connectors ?? [])], models: new Map([...(options.additions?.models ?? []), ['script', script.model]]),
    roles: [{ find: (id) => roles.find((role) => role.id === id) ?? null, list: () => roles }], onTurns: (turns) => { found.turns = turns },
  }
  const core = await startCore({ ...options, additions, settings: { model: 'script', ...options.settings } })
  const start: RoleCore['start'] = async (role, request = {}) => {
    if (found.turns === null) throw new Error('the core handed out no turns')
    return found.turns.start({ chatId: await core.newChat(), parentTurnId: null, role, model: 'script', message: [{ origin: 'typed', text: 'go', vouched: true }], check: () => undefined, ...request })
  }
  return { ...core, probe, script, start, runIn: async (role, request) => core.ended(await start(role, request)) }
}
