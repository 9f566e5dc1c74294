import type Anthropic from '@anthropic-ai/sdk'
import { AppError } from '../../../shared/errors.ts'
import type { BodyMessage } from './anthropic-request.ts'

const SENDABLE_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** @throws AppError `internal.bug` for a name that services refuse, or that two tools share */
export function checkTools(tools: readonly Anthropic.Tool[]): void {
  const names = new Set<string>()
  for (const { name } of tools) {
    if (!SENDABLE_NAME.test(name)) throw bug(`the tool name ${JSON.stringify(name.slice(0, 80))} can’t be sent`)
    if (names.has(name)) throw bug(`two tools are named ${name}`)
    names.add(name)
  }
}

/** @throws AppError `internal.bug` unless roles alternate from the person on and every call is answered once, in the very next message */
export function checkMessages(messages: readonly BodyMessage[]): void {
  if (messages[0]?.role !== 'user') throw bug('the messages don’t begin with the person')
  let asked: readonly string[] = []
  const seen = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const calls: string[] = []
    const results: string[] = []
    // Each request is looked at whole, so nothing more is made of a message than has to be.
    for (const block of message.content) {
      if (block.type === 'tool_use') calls.push(block.id)
      if (block.type === 'tool_result') results.push(block.tool_use_id)
    }
    const isPerson = message.role === 'user'
    if (isPerson ? calls.length > 0 : results.length > 0) throw bug(`message ${index} holds what its role can’t say`)
    if (isPerson && !isSameSet(asked, results)) throw bug(`message ${index} doesn’t answer the calls before it, each once`)
    for (const id of calls) {
      if (seen.has(id)) throw bug(`the call ${id} is there twice`)
      seen.add(id)
    }
    asked = calls
  }
  if (asked.length > 0) throw bug('the last message leaves its calls unanswered')
}

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id)) && (left.length < 2 || new Set(right).size === right.length)

const bug = (what: string): AppError => new AppError('internal.bug', 'Gatehouse put together a request that no model would take.', {
  kept: 'The chat as it is.', advice: 'Start a new chat, and report this.', cause: new Error(what),
})
