import type Anthropic from '@anthropic-ai/sdk'
import type { MessagesBody } from './anthropic-request.ts'

/** Every step of a turn tells the same tools and what was said before, which are most of what is sent, and neither ever changes. */
const writtenTools = new WeakMap<readonly Anthropic.ToolUnion[], Buffer>()
const writtenBlocks = new WeakMap<Anthropic.ContentBlockParam, string>()

/** A request as it is sent, in pieces one after another: put together they would be one more copy of each chat for each step. */
export function bodyPieces({ tools, messages, ...rest }: MessagesBody): readonly (Buffer | string)[] {
  const told = `"messages":[${messages.map(messageText).join(',')}],${JSON.stringify(rest).slice(1)}`
  return tools === undefined ? [`{${told}`] : [toolBytes(tools), told]
}

function toolBytes(tools: readonly Anthropic.ToolUnion[]): Buffer {
  const known = writtenTools.get(tools)
  if (known !== undefined) return known
  const bytes = Buffer.from(`{"tools":${JSON.stringify(tools)},`)
  writtenTools.set(tools, bytes)
  return bytes
}

const messageText = ({ role, content }: Anthropic.MessageParam): string =>
  `{"role":"${role}","content":${typeof content === 'string' ? JSON.stringify(content) : `[${content.map(blockText).join(',')}]`}}`

function blockText(block: Anthropic.ContentBlockParam): string {
  const known = writtenBlocks.get(block)
  if (known !== undefined) return known
  const text = JSON.stringify(block)
  writtenBlocks.set(block, text)
  return text
}
