import { toWireError } from '../../../shared/errors.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { OfferedTool, TurnEventOf } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import type { ModelTool } from '../model/model.ts'
import { isInCeiling } from '../roles/ceiling.ts'
import { findRole } from '../roles/roles.ts'
import { registrationProblem, type CatalogEntry } from '../tools/catalog.ts'
import { callModel, type ModelAnswer } from './call-model.ts'
import { limitsOf } from './next-step.ts'
import { SYSTEM_PROMPT } from './prompt.ts'
import { selectTools } from './select-tools.ts'
import type { TurnPorts } from './turn-ports.ts'

const MAX_OUTPUT_TOKENS = 8192

/** What a step's request will hold, fixed before it is sent: which tools, and what it was tainted by (D4). */
export function stepStarted(ports: TurnPorts, state: TurnState, step: number, withTools: boolean): TurnEventOf<'step.started'> {
  const offered = withTools ? offeredEntries(ports, state).flatMap((entry): OfferedTool[] => entry.modelName === null ? [] : [{ ...entry.tool.identity, name: entry.modelName }]) : []
  return {
    kind: 'step.started', version: 1, at: ports.clock.now(), step, tainted: state.tainted,
    meta: { model: state.started?.meta?.model ?? '', offered, reservedTokens: 0 }, body: { taint: [...state.taint] },
  }
}

/** Registration, then ceiling, then as many as the role's limit takes. */
export function offeredEntries(ports: TurnPorts, state: TurnState): readonly CatalogEntry[] {
  const role = ports.facts.roleOf(state) ?? findRole(state.started?.role ?? '')
  if (role === null) return []
  const passed = ports.catalog.entries().filter((entry) => registrationProblem(entry, role) === null && isInCeiling(role, entry.tool.identity))
  return selectTools(passed.map((entry) => ({ connectorId: entry.connector.id, tool: entry.tool.identity.tool, entry })), limitsOf(state).toolsOffered).offered.map(({ entry }) => entry)
}

/** Sends a step that was announced. Never throws: what went wrong is the answer. */
export async function askModel(ports: TurnPorts, state: TurnState, started: TurnEventOf<'step.started'>, signal: AbortSignal): Promise<ModelAnswer> {
  const { turnId } = state
  try {
    const model = started.meta?.model ?? ''
    const tools = (started.meta?.offered ?? []).flatMap((offered): ModelTool[] => {
      const entry = ports.catalog.find(offered)
      return entry === null || entry.modelSchema === null ? [] : [{ name: offered.name, description: entry.tool.description, inputSchema: entry.modelSchema }]
    })
    const request = { model, system: SYSTEM_PROMPT, messages: ports.chain.messages(state), tools, maxTokens: MAX_OUTPUT_TOKENS }
    return await callModel(ports.modelOf(model), request, signal, {
      onText: (piece) => { ports.watchers.text(turnId, started.step, piece) },
      onWaiting: (sentence) => { ports.watchers.status(turnId, null, sentence) },
    })
  } catch (error) {
    const { code, message, advice } = toWireError(error)
    return { how: 'failed', stopReason: null, detail: code, message: advice === undefined ? message : `${message} ${advice}`, blocks: [], usage: NO_USAGE }
  }
}
