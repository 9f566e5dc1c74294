import type Anthropic from '@anthropic-ai/sdk'
import { assertNever } from '../../../shared/assert-never.ts'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import { checkMessages, checkTools } from './anthropic-request-rules.ts'
import { toPlainJson } from './anthropic-json.ts'
import type { ModelContent, ModelImage, ModelMessage, ModelRequest, ModelTool } from './model.ts'
import { joinRoles } from '../turn/join-roles.ts'

export type MessagesBody = Anthropic.MessageCreateParamsStreaming
type Block = Anthropic.TextBlockParam | Anthropic.ToolUseBlockParam | Anthropic.ToolResultBlockParam | Anthropic.ThinkingBlockParam | Anthropic.RedactedThinkingBlockParam
export interface BodyMessage { readonly role: 'user' | 'assistant'; readonly content: Block[] }

const NO_OUTPUT = '(no output)'

/**
 * What is sent for a request. The same request gives the same bytes. No block is blank, every call is followed by its
 * results, and thinking goes back as it came, but only in the tool round that is open and only to the model it came from.
 * @throws AppError `internal.bug` where the request breaks what its type promises; it would be refused again and again
 */
export function toMessagesBody(request: ModelRequest, profile: AnthropicProfile, withThinking: boolean): MessagesBody {
  const system: Anthropic.TextBlockParam[] = isBlank(request.system) ? [] : [{ type: 'text', text: request.system.toWellFormed() }]
  const messages = endCleanly(joinRoles(toMessages(request.messages, withThinking ? profile.name : null, profile.vision === true)))
  const tools = request.tools.length > 0 ? request.tools.map(toTool) : standIns(messages)
  const mayCall = request.tools.length > 0 && request.toolChoice !== 'none'
  checkTools(tools)
  checkMessages(messages)
  placeCacheMarks(tools, system, messages)
  return {
    model: profile.model,
    max_tokens: Math.min(request.maxTokens, profile.maxOutputTokens ?? request.maxTokens),
    ...(system.length === 0 ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools, ...(mayCall ? {} : { tool_choice: { type: 'none' } }) }),
    messages,
    stream: true,
  }
}

/** Every step tells the same tools, and a tool never changes: what is sent for one is made once. */
const madeTools = new WeakMap<ModelTool, Anthropic.Tool>()
const markedTools = new WeakMap<Anthropic.Tool, Anthropic.Tool>()

const toTool = (tool: ModelTool): Anthropic.Tool => keptIn(madeTools, tool, ({ name, description, inputSchema }) => ({
  name,
  ...(isBlank(description) ? {} : { description: description.toWellFormed() }),
  input_schema: { ...toPlainJson(inputSchema), type: 'object' },
}))

function keptIn<K extends object, V>(kept: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make(key)
  kept.set(key, made)
  return made
}

/** Calls in the history are refused where no tool is defined, so those that were called are named, and none may be called. */
const standIns = (messages: readonly BodyMessage[]): Anthropic.Tool[] =>
  [...new Set(messages.flatMap(({ content }) => content).flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])))].map((name) => ({ name, input_schema: { type: 'object' } }))

/** `reader` is the profile that reads thinking; null: nobody does. */
function toMessages(messages: readonly ModelMessage[], reader: string | null, seesImages: boolean): BodyMessage[] {
  const openFrom = messages.findLastIndex(({ role, content }) => role === 'user' && !content.some((part) => part.type === 'tool-result'))
  return messages.map(({ role, content }, index) => {
    const blocks = content.flatMap((part) => toBlock(part, index > openFrom ? reader : null, seesImages))
    // Results stand before whatever else the person's side says.
    return { role, content: role === 'user' ? [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))] : blocks }
  })
}

function toBlock(part: ModelContent, reader: string | null, seesImages: boolean): Block[] {
  switch (part.type) {
    case 'text': return isBlank(part.text) ? [] : [{ type: 'text', text: part.text.toWellFormed() }]
    case 'tool-use': return [{ type: 'tool_use', id: part.callId, name: toSendableName(part.name), input: toPlainJson(part.input) }]
    case 'tool-result': return [{ type: 'tool_result', tool_use_id: part.callId, content: toResultContent(part.content, part.images ?? [], seesImages), is_error: part.isError }]
    case 'thinking': return part.signature === '' || !isReadBy(part.madeBy, reader) ? [] : [{ type: 'thinking', thinking: part.thinking, signature: part.signature }]
    case 'redacted-thinking': return part.data === '' || !isReadBy(part.madeBy, reader) ? [] : [{ type: 'redacted_thinking', data: part.data }]
    default: return assertNever(part, 'content')
  }
}

const BLIND = '[An image was left out: this model can’t see images.]'
const GONE = '[An image was left out: it is no longer kept.]'

/** A text alone stays a text. */
function toResultContent(text: string, images: readonly ModelImage[], seesImages: boolean): string | (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  const said = isBlank(text) ? NO_OUTPUT : text.toWellFormed()
  const shown = seesImages ? images.map(({ mimeType, read }) => ({ mimeType, data: read() })) : []
  const notes = seesImages ? shown.flatMap(({ data }) => (data === null ? [GONE] : [])) : images.map(() => BLIND)
  const blocks = shown.flatMap(({ mimeType, data }): Anthropic.ImageBlockParam[] => (data === null ? [] : [{ type: 'image', source: { type: 'base64', media_type: mimeType, data } }]))
  const words = [said, ...notes].join('\n')
  return blocks.length === 0 ? words : [{ type: 'text', text: words }, ...blocks]
}

const isReadBy = (madeBy: string | undefined, reader: string | null): boolean => reader !== null && (madeBy === undefined || madeBy === reader)
const isResult = (block: Block): boolean => block.type === 'tool_result'
const isBlank = (text: string): boolean => text.trim() === ''

/** A model can call a name that no tool may have; its record goes back in letters that pass. */
const toSendableName = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown'

/** An answer that is to be continued may end neither in thinking nor in white space. */
function endCleanly(messages: BodyMessage[]): BodyMessage[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return messages
  for (let end = last.content.at(-1); end?.type === 'thinking' || end?.type === 'redacted_thinking'; end = last.content.at(-1)) last.content.pop()
  const end = last.content.at(-1)
  if (end?.type === 'text') end.text = end.text.trimEnd()
  return last.content.length === 0 ? messages.slice(0, -1) : messages
}

const MARK = { type: 'ephemeral' } as const
const MARKED_MESSAGES = 2

/** The one place where cache marks are set: at most four in a request (tools, system, the last two of the person's messages), each on a block that holds something. */
function placeCacheMarks(tools: Anthropic.Tool[], system: Anthropic.TextBlockParam[], messages: readonly BodyMessage[]): void {
  const last = tools.pop()
  if (last !== undefined) tools.push(keptIn(markedTools, last, (tool) => ({ ...tool, cache_control: MARK })))
  const ends: (Block | undefined)[] = [
    system.at(-1),
    ...messages.filter(({ role }) => role === 'user').slice(-MARKED_MESSAGES).map(({ content }) => content.at(-1)),
  ]
  for (const end of ends) {
    if (end === undefined || end.type === 'thinking' || end.type === 'redacted_thinking') continue
    end.cache_control = MARK
  }
}
