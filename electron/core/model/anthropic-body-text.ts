import type Anthropic from '@anthropic-ai/sdk'
import type { MessagesBody } from './anthropic-request.ts'

/** Every step of a turn tells the same tools, which are most of what is sent, and a tool that is told never changes. */
const written = new WeakMap<Anthropic.ToolUnion, string>()

/** A request as it is sent. */
export function bodyText({ tools, ...rest }: MessagesBody): string {
  const text = JSON.stringify(rest)
  return tools === undefined ? text : `{"tools":[${tools.map(toolText).join(',')}],${text.slice(1)}`
}

function toolText(tool: Anthropic.ToolUnion): string {
  const known = written.get(tool)
  if (known !== undefined) return known
  const text = JSON.stringify(tool)
  written.set(tool, text)
  return text
}
