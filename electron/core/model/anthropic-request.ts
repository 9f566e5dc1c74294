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
  const tools = request.tools.length > 0 ? toldTools(request.tools) : markedTools(standIns(messages))
  const mayCall = request.tools.length > 0 && request.toolChoice !== 'none'
  checkMessages(messages)
  placeCacheMarks(system, messages)
  return {
    model: profile.model,
    max_tokens: Math.min(request.maxTokens, profile.maxOutputTokens ?? request.maxTokens),
    ...(system.length === 0 ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools, ...(mayCall ? {} : { tool_choice: { type: 'none' } }) }),
    messages,
    stream: true,
  }
}

/** Every step tells the same tools, and a tool never changes: what is sent for a list is made once, and by its first tool it is known again. */
const madeLists = new WeakMap<ModelTool, { readonly of: readonly ModelTool[]; readonly tools: Anthropic.Tool[] }>()

function toldTools(list: readonly ModelTool[]): Anthropic.Tool[] {
  const [first] = list
  const known = first === undefined ? undefined : madeLists.get(first)
  if (known !== undefined && known.of.length === list.length && known.of.every((tool, index) => tool === list[index])) return known.tools
  const tools = markedTools(list.map(toTool))
  if (first !== undefined) madeLists.set(first, { of: list, tools })
  return tools
}

const toTool = ({ name, description, inputSchema }: ModelTool): Anthropic.Tool => ({
  name,
  ...(isBlank(description) ? {} : { description: description.toWellFormed() }),
  input_schema: { ...toPlainJson(inputSchema), type: 'object' },
})

/** Checked, and with the mark that the whole list is cached by. */
function markedTools(tools: readonly Anthropic.Tool[]): Anthropic.Tool[] {
  checkTools(tools)
  return tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, cache_control: MARK } : tool))
}

/** Calls in the history are refused where no tool is defined, so those that were called are named, and none may be called. */
const standIns = (messages: readonly BodyMessage[]): Anthropic.Tool[] =>
  [...new Set(messages.flatMap(({ content }) => content).flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])))].map((name) => ({ name, input_schema: { type: 'object' } }))

/** `reader` is the profile that reads thinking; null: nobody does. */
function toMessages(messages: readonly ModelMessage[], reader: string | null, seesImages: boolean): BodyMessage[] {
  const openFrom = messages.findLastIndex(({ role, content }) => role === 'user' && !content.some((part) => part.type === 'tool-result'))
  return messages.map(({ role, content }, index) => {
    const blocks = content.flatMap((part) => toBlocks(part, index > openFrom ? reader : null, seesImages))
    // Results stand before whatever else the person's side says.
    const isMixed = role === 'user' && blocks.some(isResult) && !blocks.every(isResult)
    return { role, content: isMixed ? [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))] : blocks }
  })
}

/** What was said once is sent with every later step, and what is sent for it is made once. */
const madeBlocks = new WeakMap<ModelContent, readonly Block[]>()

function toBlocks(part: ModelContent, reader: string | null, seesImages: boolean): readonly Block[] {
  if (!isForAnyModel(part)) return toBlock(part, reader, seesImages)
  const known = madeBlocks.get(part)
  if (known !== undefined) return known
  const blocks = toBlock(part, reader, seesImages)
  madeBlocks.set(part, blocks)
  return blocks
}

/** Thinking is for one model, and images for those that see them. */
const isForAnyModel = (part: ModelContent): boolean => part.type === 'text' || part.type === 'tool-use' || (part.type === 'tool-result' && (part.images ?? []).length === 0)

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
  if (end?.type === 'text') last.content.splice(-1, 1, { ...end, text: end.text.trimEnd() })
  return last.content.length === 0 ? messages.slice(0, -1) : messages
}

const MARK = { type: 'ephemeral' } as const
const MARKED_MESSAGES = 2

/** At most four in a request: beside the one of the tools on the system and the last two of the person's messages, each on a block that holds something. */
function placeCacheMarks(system: Anthropic.TextBlockParam[], messages: readonly BodyMessage[]): void {
  for (const blocks of [system, ...messages.filter(({ role }) => role === 'user').slice(-MARKED_MESSAGES).map(({ content }) => content)]) {
    const end = blocks.at(-1)
    if (end === undefined || end.type === 'thinking' || end.type === 'redacted_thinking') continue
    blocks.splice(-1, 1, { ...end, cache_control: MARK })
  }
}
