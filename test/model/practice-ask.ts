import type { ModelContent, ModelEvent, ModelMessage, ModelPort, ModelRequest, ModelTool } from '../../electron/core/model/model.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Clock } from '../../electron/core/host.ts'
import { createPracticeModel } from '../../electron/core/model/practice.ts'

/** A clock that stands still until it is moved. */
export function createStillClock(): Clock & { moveTo(time: number): void; readonly waiting: () => readonly number[] } {
  let time = 0
  let timers: { at: number; then: () => void }[] = []
  return {
    now: () => time,
    at: (at, then) => {
      const timer = { at, then }
      timers.push(timer)
      return () => { timers = timers.filter((other) => other !== timer) }
    },
    waiting: () => timers.map(({ at }) => at),
    moveTo: (to) => {
      time = to
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      due.forEach(({ then }) => then())
    },
  }
}

export const instantModel: ModelPort = createPracticeModel({ rate: () => 0, clock: createStillClock() })

export const defineOffered = (name: string, properties: JsonObject = {}, required: readonly string[] = Object.keys(properties)): ModelTool =>
  ({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties, required } })

const text = { type: 'string' }
export const OFFERED: readonly ModelTool[] = [
  defineOffered('recall__search_memories', { query: text, limit: { type: 'integer' } }, ['query']), defineOffered('recall__list_memories', { limit: { type: 'integer' } }, []),
  defineOffered('recall__add_memory', { text }), defineOffered('recall__forget_memory', { id: { type: 'integer' } }),
  defineOffered('tasks__list_tasks'), defineOffered('tasks__create_task', { title: text }), defineOffered('tasks__complete_task', { id: { type: 'integer' } }), defineOffered('tasks__delete_task', { id: { type: 'integer' } }),
  defineOffered('notes__list_notes'), defineOffered('notes__read_note', { id: { type: 'integer' } }), defineOffered('notes__write_note', { title: text, text, folder: text }, ['title', 'text']), defineOffered('notes__append_note', { id: { type: 'integer' }, text }), defineOffered('notes__delete_note', { id: { type: 'integer' } }),
  defineOffered('files__list', { path: text }, []), defineOffered('files__read', { path: text }), defineOffered('files__find', { pattern: text }), defineOffered('files__grep', { text }),
  defineOffered('files__write', { path: text, content: text, overwrite: { type: 'boolean' } }, ['path', 'content']), defineOffered('files__edit', { path: text, old: text, new: text }),
  defineOffered('files__make_folder', { path: text }), defineOffered('files__move', { from: text, to: text }), defineOffered('files__delete', { path: text }),
  defineOffered('web__fetch_page', { url: text }),
]

export const ask = (...texts: readonly string[]): ModelMessage => ({ role: 'user', content: texts.map((one) => ({ type: 'text', text: one })) })

/** A step's calls and their results, as they stand in the next request. */
export function answer(...results: readonly { readonly name: string; readonly input?: JsonObject; readonly content: string; readonly isError?: boolean }[]): readonly ModelMessage[] {
  calls += results.length
  const idOf = (index: number): `call_${string}` => `call_${calls + index}`
  return [
    { role: 'assistant', content: results.map(({ name, input = {} }, index): ModelContent => ({ type: 'tool-use', callId: idOf(index), name, input })) },
    { role: 'user', content: results.map(({ content, isError = false }, index): ModelContent => ({ type: 'tool-result', callId: idOf(index), content, isError })) },
  ]
}
let calls = 0

export const request = (messages: readonly ModelMessage[], tools: readonly ModelTool[] = OFFERED, maxTokens = 100_000): ModelRequest =>
  ({ model: 'practice', system: '', messages, tools, maxTokens })

export async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

export interface Heard { readonly text: string; readonly calls: readonly { readonly name: string; readonly arguments: string; readonly isWhole: boolean }[]; readonly stopReason: string | null; readonly events: readonly ModelEvent[] }

/** What somebody who listens to the whole answer has heard. */
export async function hear(messages: readonly ModelMessage[], tools?: readonly ModelTool[], maxTokens?: number): Promise<Heard> {
  const events = await collect(instantModel.stream(request(messages, tools, maxTokens), new AbortController().signal))
  const heard: { name: string; arguments: string; isWhole: boolean }[] = []
  let said = ''
  let stopReason: string | null = null
  for (const event of events) {
    const last = heard.at(-1)
    if (event.type === 'text') said += event.text
    if (event.type === 'call-started') heard.push({ name: event.name, arguments: '', isWhole: false })
    if (event.type === 'call-arguments' && last !== undefined) last.arguments += event.text
    if (event.type === 'call-ended' && last !== undefined) last.isWhole = true
    if (event.type === 'ended') stopReason = event.stopReason
  }
  return { text: said, calls: heard, stopReason, events }
}
