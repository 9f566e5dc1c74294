import { keepsRequests } from '../../../shared/capture.ts'
import { toWireError } from '../../../shared/errors.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { OfferedTool, TurnEventOf } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import type { CapDecision } from '../budget/caps.ts'
import type { ModelMessage, ModelRequest, ModelTool } from '../model/model.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { callModel, type ModelAnswer } from './call-model.ts'
import { keptOffer, offerTools, toldTools, type Offer, type OfferSources } from './offer-tools.ts'
import type { TurnPorts } from './turn-ports.ts'

const modelOf = (state: TurnState): string => state.started?.meta?.model ?? ''

/** What a step's request will hold, fixed before it is sent: which tools, and what it was tainted by (D4). */
export function stepStarted(ports: TurnPorts, state: TurnState, step: number, withTools: boolean, room: Pick<Extract<CapDecision, { granted: true }>, 'reservedTokens' | 'money'>): TurnEventOf<'step.started'> {
  const { offered, ...offer } = offerFor(ports, state, withTools)
  const selection = offer.selection.map(({ connectorId, lexical, recent, offered: kept, leftOut }) => ({ connectorId, lexical, recent, offered: kept.length, leftOut: leftOut.length }))
  return {
    kind: 'step.started', version: 1, at: ports.clock.now(), step, tainted: state.tainted,
    meta: { model: modelOf(state), offered, reservedTokens: room.reservedTokens, ...(room.money === null ? {} : { money: room.money }) }, body: { taint: [...state.taint], ...(selection.length === 0 ? {} : { selection }) },
  }
}

/** What a step after this state is offered, and by which scores. */
export function offerFor(ports: OfferSources & Pick<TurnPorts, 'facts'>, state: TurnState, withTools: boolean): { readonly offered: OfferedTool[]; readonly selection: Offer['selection'] } {
  const role = ports.facts.roleOf(state)
  const offer: Offer = withTools && role !== null ? offerTools(ports, role, state, modelOf(state)) : { entries: [], selection: [] }
  const told = toldTools(state)
  // What a turn keeps is some of what it was told: as many are the same ones.
  const offered = told?.length === offer.entries.length ? told : offer.entries.flatMap((entry) => entry.modelName === null ? [] : [{ ...entry.tool.identity, name: entry.modelName }])
  return { offered, selection: offer.selection }
}

/** @property messages that the step is known to send; null: they are put together for it */
export interface Sending { readonly maxTokens: number; readonly messages: readonly ModelMessage[] | null }

/** The step with its request, where the turn's level keeps requests. One that can't be made is found out by the step itself. */
export function keepRequest(ports: TurnPorts, state: TurnState, started: TurnEventOf<'step.started'>, { maxTokens, messages }: Sending): TurnEventOf<'step.started'> {
  if (started.body === null || state.started === null || !keepsRequests(state.started.capture)) return started
  try {
    return { ...started, body: { ...started.body, request: inlineText(JSON.stringify(requestOf(ports, state, started, maxTokens, messages ?? undefined))) } }
  } catch {
    return started
  }
}

/** What a role tells the model stands beside what every turn is told, and never in its place. */
const withInstructions = (system: string, instructions: string | null): string => (instructions === null ? system : `${system}\n\n${instructions}`)

/** What is sent to the model, and nothing of how: keys and addresses are the model port's. @throws AppError when the chat can't be read */
export function requestOf(ports: Pick<TurnPorts, 'facts' | 'catalog' | 'chain'>, state: TurnState, started: TurnEventOf<'step.started'>, maxTokens: number, messages = ports.chain.messages(state)): ModelRequest {
  const offered = started.meta?.offered ?? []
  // Without the tools that it was told before, a model can't take back its thinking or its calls: they are told, and none may be called.
  const role = ports.facts.roleOf(state)
  const told = offered.length > 0 ? ports.catalog.findAll(offered) : role === null ? [] : keptOffer(ports, role, state, modelOf(state)) ?? []
  const tools = told.flatMap((entry) => (entry === null ? [] : toldOtherwise(ports, state, entry) ?? toldTool(entry) ?? []))
  return { model: started.meta?.model ?? '', system: withInstructions(ports.chain.systemOf(state), role?.instructions ?? null), messages, tools, maxTokens, ...(offered.length === 0 && tools.length > 0 ? { toolChoice: 'none' as const } : {}) }
}

/** Of a branch that tells its model something else of this tool; null: it doesn't. */
function toldOtherwise({ chain }: Pick<TurnPorts, 'chain'>, state: TurnState, entry: CatalogEntry): ModelTool | null {
  const description = chain.descriptionOf(state, entry.tool.identity)
  const told = description === null ? null : toldTool(entry)
  return told === null || description === null ? null : { ...told, description }
}

/** The same object for the same entry: what is made of a tool for a request is made once. */
const madeTools = new WeakMap<CatalogEntry, ModelTool>()

function toldTool(entry: CatalogEntry): ModelTool | null {
  const { modelName, modelSchema, tool } = entry
  if (modelName === null || modelSchema === null) return null
  const known = madeTools.get(entry) ?? { name: modelName, description: tool.description, inputSchema: modelSchema }
  madeTools.set(entry, known)
  return known
}

/** Sends a step that was announced. Never throws: what went wrong is the answer. */
export async function askModel(ports: TurnPorts, state: TurnState, started: TurnEventOf<'step.started'>, { maxTokens, messages }: Sending, signal: AbortSignal): Promise<ModelAnswer> {
  const { turnId } = state
  try {
    const request = requestOf(ports, state, started, maxTokens, messages ?? undefined)
    return await callModel(ports.modelOf(request.model), request, signal, {
      onText: (piece) => { ports.watchers.text(turnId, started.step, piece) },
      secrets: ports.secrets,
      onWaiting: (sentence) => { ports.watchers.status(turnId, null, sentence) },
    })
  } catch (error) {
    const { code, message, advice } = toWireError(error)
    return { how: 'failed', stopReason: null, detail: code, message: ports.secrets.redact(advice === undefined ? message : `${message} ${advice}`), blocks: [], usage: NO_USAGE }
  }
}
