import { toWireError } from '../../../shared/errors.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { OfferedTool, TurnEventOf } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import type { ModelContent, ModelTool } from '../model/model.ts'
import { callModel, type ModelAnswer } from './call-model.ts'
import { offerTools } from './offer-tools.ts'
import { SYSTEM_PROMPT } from './prompt.ts'
import type { TurnPorts } from './turn-ports.ts'

export const MAX_OUTPUT_TOKENS = 8192
/** UTF-16 units of JSON a token stands for, on the low side: what is set aside should rather be too much. */
const UNITS_PER_TOKEN = 3
/** System prompt and tool descriptions, roughly; they are far smaller than a chat that matters to a budget. */
const FIXED_TOKENS = 2000

/** What a step's request will hold, fixed before it is sent: which tools, and what it was tainted by (D4). */
export function stepStarted(ports: TurnPorts, state: TurnState, step: number, withTools: boolean, reservedTokens: number): TurnEventOf<'step.started'> {
  const role = ports.facts.roleOf(state)
  const offer = withTools && role !== null ? offerTools(ports, role, state) : { entries: [], selection: [] }
  const offered = offer.entries.flatMap((entry): OfferedTool[] => entry.modelName === null ? [] : [{ ...entry.tool.identity, name: entry.modelName }])
  const selection = offer.selection.map(({ connectorId, lexical, recent, offered: kept, leftOut }) => ({ connectorId, lexical, recent, offered: kept.length, leftOut: leftOut.length }))
  return {
    kind: 'step.started', version: 1, at: ports.clock.now(), step, tainted: state.tainted,
    meta: { model: state.started?.meta?.model ?? '', offered, reservedTokens }, body: { taint: [...state.taint], ...(selection.length === 0 ? {} : { selection }) },
  }
}

/** Sends a step that was announced. Never throws: what went wrong is the answer. */
export async function askModel(ports: TurnPorts, state: TurnState, started: TurnEventOf<'step.started'>, maxTokens: number, signal: AbortSignal): Promise<ModelAnswer> {
  const { turnId } = state
  try {
    const model = started.meta?.model ?? ''
    const offered = started.meta?.offered ?? []
    // Without the tools that it was told before, a model can't take back its thinking or its calls: they are told, and none may be called.
    const told = offered.length > 0 ? offered : state.steps.findLast((step) => (step.started.meta?.offered.length ?? 0) > 0)?.started.meta?.offered ?? []
    const tools = told.flatMap((tool): ModelTool[] => {
      const entry = ports.catalog.find(tool)
      return entry === null || entry.modelSchema === null ? [] : [{ name: tool.name, description: entry.tool.description, inputSchema: entry.modelSchema }]
    })
    const request = { model, system: SYSTEM_PROMPT, messages: ports.chain.messages(state), tools, maxTokens, ...(offered.length === 0 && tools.length > 0 ? { toolChoice: 'none' as const } : {}) }
    return await callModel(ports.modelOf(model), request, signal, {
      onText: (piece) => { ports.watchers.text(turnId, started.step, piece) },
      onWaiting: (sentence) => { ports.watchers.status(turnId, null, sentence) },
    })
  } catch (error) {
    const { code, message, advice } = toWireError(error)
    return { how: 'failed', stopReason: null, detail: code, message: advice === undefined ? message : `${message} ${advice}`, blocks: [], usage: NO_USAGE }
  }
}

/** An estimate of the request's size, for setting tokens aside. A chat that can't be read is found out by the step itself. */
export function estimateInputTokens(ports: TurnPorts, state: TurnState): number {
  try {
    const units = ports.chain.messages(state).reduce((sum, message) => sum + message.content.reduce((part, content) => part + lengthOf(content), 0), 0)
    return FIXED_TOKENS + Math.ceil(units / UNITS_PER_TOKEN)
  } catch {
    return FIXED_TOKENS
  }
}

function lengthOf(content: ModelContent): number {
  switch (content.type) {
    case 'text': return content.text.length
    case 'tool-use': return content.name.length + JSON.stringify(content.input).length
    case 'tool-result': return content.content.length
    case 'thinking': return content.thinking.length
    case 'redacted-thinking': return content.data.length
  }
}
