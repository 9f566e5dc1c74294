import assert from 'node:assert/strict'
import type { Connector } from '../../electron/core/tools/tool.ts'
import type { CoworkerId, CoworkerProfile } from '../../shared/coworker.ts'
import { ConnectorId, type TurnId } from '../../shared/ids.ts'
import type { ToolIdentity } from '../../shared/policy.ts'
import type { CallState, CallStateOf, TurnState } from '../../shared/turn-state.ts'
import { startCore, type CoreOptions, type LiveCore } from '../core/live-core.ts'
import { createProbe, switchStepsOff, type Probe } from '../core/probe-connector.ts'
import type { ScriptedStep } from '../core/script-model.ts'
import { calls } from '../core/scripted-core.ts'
import { createTaskModel, type TaskModel } from '../core/task-model.ts'

export const tool = (connectorId: string, name: string): ToolIdentity => ({ connectorId: ConnectorId.parse(connectorId), tool: name })
export const TEAM = [tool('team', 'list_coworkers'), tool('team', 'delegate')]
export const READER: CoworkerProfile = {
  name: 'Reader', instructions: 'Read.', model: 'practice', tools: [tool('recall', 'list_memories')], hosts: [], runBudget: 500_000, maxTurns: 5, maxConcurrentRuns: 1, maxDelegationDepth: 0, maxAttempts: 2,
  delegatesTo: [], egressTools: [], grant: null,
}

/** A step that hands work to a coworker. */
export const hand = (task: string, coworker = 'reader', context?: string): ScriptedStep => calls(['team__delegate', { coworker, task, ...(context === undefined ? {} : { context }) }])

export interface TeamCore extends LiveCore { readonly tasks: TaskModel; readonly probe: Probe }

/** A core with the team on, whose runs follow the script of their task. */
export async function startTeam(scripts: Readonly<Record<string, readonly ScriptedStep[]>>, { more = [], ...options }: CoreOptions & { readonly more?: readonly Connector[] } = {}): Promise<TeamCore> {
  const tasks = createTaskModel(scripts)
  const probe = createProbe()
  const core = await startCore({ ...options, additions: { connectors: [probe.connector, ...more], models: new Map([['practice', tasks.model], ['script', tasks.model]]), ...options.additions } })
  await core.call('connector.switch', { connectorId: ConnectorId.parse('team'), on: true })
  await switchStepsOff(core)
  return { ...core, tasks, probe }
}

export async function saveCoworker(core: Pick<LiveCore, 'call'>, change: Partial<CoworkerProfile> = {}, id: CoworkerId | null = null): Promise<CoworkerId> {
  const saved = await core.call('coworker.save', { id, profile: { ...READER, ...change } })
  assert.ok(saved.saved, JSON.stringify(saved))
  return saved.id
}

export const callAt = (state: TurnState, index: number): CallState => [...state.calls.values()].at(index) ?? assert.fail('no such call')

/** Resolves once the first call of a run waits for a run of its own. */
export const joined = (core: LiveCore, turnId: TurnId): Promise<CallStateOf<'joined'>> => new Promise((resolve, reject) => {
  core.watch('turn.watch', { turnId, after: 0 }, (item) => {
    if (item.kind !== 'event' || item.seated.event.kind !== 'tool.started') return
    core.state(turnId).then((state) => { const call = callAt(state, 0); if (call.status === 'joined') resolve(call) }, reject)
  })
})

export function resultOf(state: TurnState, index = 0): string {
  const call = callAt(state, index)
  const content = call.status === 'done' ? call.ended.body?.content : undefined
  return content !== undefined && 'text' in content ? content.text : ''
}

/** The run that a call started; null: none. */
export function childOf(state: TurnState, index = 0): TurnId | null {
  const call = callAt(state, index)
  return call.status === 'done' || call.status === 'joined' ? call.childTurnId : null
}
