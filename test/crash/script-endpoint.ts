import { SUMMARY_OPENING } from '../../electron/core/model/model.ts'
import { answerWith, callTool, say, type Answer } from '../fakes/messages-endpoint-answer.ts'
import type { SentBody } from '../fakes/messages-endpoint-body.ts'
import { startMessagesEndpoint, type MessagesEndpoint } from '../fakes/messages-endpoint.ts'
import { isScenarioName, scenarioOf, type ScriptedCall } from './scenarios.ts'

/** What a message begins with that asks for a scenario; its name follows. */
export const PLAY = 'play '

export interface EndpointHooks {
  /** The server whose tools are called from code. */
  readonly connectorId: () => string
  /** Milliseconds between two events of an answer, for a stream that can be cut. */
  readonly slowMs: () => number
  readonly onSummary: () => void
}

/** The model's side, which outlives the core: what comes next is read from each request alone, so it goes on where a core left off. */
export const startScriptEndpoint = (hooks: EndpointHooks): Promise<MessagesEndpoint> => startMessagesEndpoint({ answers: (body) => answer(body, hooks) })

const textsOf = (message: SentBody['messages'][number]): readonly string[] => message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))

function answer(body: SentBody, hooks: EndpointHooks): Answer {
  const slowMs = hooks.slowMs()
  if (body.tools === undefined) {
    hooks.onSummary()
    return say('A summary of what was said before.', { slowMs, pieceLength: 8 })
  }
  const asked = body.messages.findLastIndex((message) => message.role === 'user' && textsOf(message).some((text) => text.startsWith(PLAY)))
  const name = textsOf(body.messages[asked] ?? { role: 'user', content: [] }).find((text) => text.startsWith(PLAY))?.slice(PLAY.length).trim() ?? ''
  if (!isScenarioName(name)) return say('Well.')
  const { steps, overflows } = scenarioOf(name)
  const isShort = body.messages.some((message) => textsOf(message).some((text) => text.startsWith(SUMMARY_OPENING)))
  const usage = { input: 5000, output: 50 }
  if (overflows === true && !isShort) return say('Half an answer', { stopReason: 'model_context_window_exceeded', usage })
  const step = steps[body.messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length]
  if (step === undefined) return say('That was all of it, and it went well as far as anybody can tell.', { slowMs, pieceLength: 8, usage })
  return answerWith(step.map((call) => callTool(nameOf(body, call.tool), argumentsOf(call, hooks))), { slowMs, pieceLength: 1000, usage })
}

const nameOf = ({ tools = [] }: SentBody, tool: string): string => tools.find(({ name }) => name.endsWith(`__${tool}`))?.name ?? tool
const argumentsOf = ({ name, names }: ScriptedCall, { connectorId }: EndpointHooks): string => JSON.stringify(names === undefined ? { name } : { connectorId: connectorId(), names })
