import type { TestContext } from 'node:test'
import { createAnthropicModel, type AnthropicOptions } from '../../electron/core/model/anthropic.ts'
import type { ModelContent, ModelEvent, ModelMessage, ModelPort, ModelRequest, ModelTool } from '../../electron/core/model/model.ts'
import { AppError } from '../../shared/errors.ts'
import type { AnthropicProfile } from '../../shared/model-profile.ts'
import { startMessagesEndpoint, type EndpointOptions, type MessagesEndpoint } from '../fakes/messages-endpoint.ts'
import { ask, createStillClock } from './practice-ask.ts'

export const KEY = 'sk-test-0123456789abcdef'

export const UNKNOWN_PRICES = { input: null, output: null, cacheRead: null, cacheWrite: null }

export const profileAt = (baseUrl: string, rest: Partial<AnthropicProfile> = {}): AnthropicProfile => ({
  adapter: 'anthropic', name: 'Test', contextWindow: null, maxOutputTokens: null, prices: UNKNOWN_PRICES, certified: 'full',
  baseUrl, model: 'test-model', key: { kind: 'secret', name: 'test' }, keyHeader: 'authorization', ...rest,
})

export async function openEndpoint(context: TestContext, options: EndpointOptions = {}): Promise<MessagesEndpoint> {
  const endpoint = await startMessagesEndpoint(options)
  context.after(endpoint.close)
  return endpoint
}

export type StillClock = ReturnType<typeof createStillClock>
export interface Asking { readonly model: ModelPort; readonly clock: StillClock }

export function openModel(baseUrl: string, rest: Partial<AnthropicOptions> & { readonly changes?: Partial<AnthropicProfile> } = {}): Asking {
  const clock = createStillClock()
  const { changes, ...options } = rest
  return { clock, model: createAnthropicModel({ profile: profileAt(baseUrl, changes), key: () => Promise.resolve(KEY), clock, random: () => 1, ...options }) }
}

export const requestOf = (messages: readonly ModelMessage[] = [ask('hello')], tools: readonly ModelTool[] = []): ModelRequest =>
  ({ model: 'Test', system: 'Be brief.', messages, tools, maxTokens: 1000 })

export interface Heard {
  readonly events: readonly ModelEvent[]
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly json: string; readonly isEnded: boolean }[]
  readonly waits: readonly { readonly sentence: string; readonly ms: number }[]
  readonly end: Extract<ModelEvent, { type: 'ended' }> | null
  readonly error: AppError | null
}

const never = new AbortController().signal

/** Listens to the end. A wait is over as soon as it begins: the clock is moved to its end. */
export async function hear({ model, clock }: Asking, request: ModelRequest = requestOf(), signal: AbortSignal = never): Promise<Heard> {
  const events: ModelEvent[] = []
  const calls: { name: string; json: string; isEnded: boolean }[] = []
  const waits: { sentence: string; ms: number }[] = []
  let text = ''
  let end: Heard['end'] = null
  const stream = model.stream(request, signal)[Symbol.asyncIterator]()
  try {
    for (let next = await stream.next(); next.done !== true;) {
      const event = next.value
      events.push(event)
      const coming = stream.next()
      const last = calls.at(-1)
      switch (event.type) {
        case 'text': text += event.text; break
        case 'call-started': calls.push({ name: event.name, json: '', isEnded: false }); break
        case 'call-arguments': if (last !== undefined) last.json += event.text; break
        case 'call-ended': if (last !== undefined) last.isEnded = true; break
        case 'ended': end = event; break
        case 'thinking': case 'redacted-thinking': break
        case 'waiting': {
          const [until] = clock.waiting()
          waits.push({ sentence: event.sentence, ms: (until ?? clock.now()) - clock.now() })
          if (until !== undefined) clock.moveTo(until)
        }
      }
      next = await coming
    }
    return { events, text, calls, waits, end, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { events, text, calls, waits, end, error }
  }
}

/** What was heard as the next request holds it, each call answered with `result`. */
export function toMessages(heard: Heard, madeBy: string, serial: number, result = 'fine'): readonly ModelMessage[] {
  const said: ModelContent[] = []
  const results: ModelContent[] = []
  let calls = 0
  for (const event of heard.events) {
    if (event.type === 'text') {
      const last = said.at(-1)
      if (last?.type === 'text') said[said.length - 1] = { type: 'text', text: last.text + event.text }
      else said.push({ type: 'text', text: event.text })
    }
    if (event.type === 'thinking' || event.type === 'redacted-thinking') said.push({ ...event, madeBy })
    if (event.type !== 'call-started') continue
    const callId = `call_${serial}x${calls}` as const
    const json: unknown = JSON.parse(heard.calls[calls]?.json || '{}')
    calls += 1
    said.push({ type: 'tool-use', callId, name: event.name, input: typeof json === 'object' && json !== null ? { ...json } : {} })
    results.push({ type: 'tool-result', callId, content: result, isError: false })
  }
  return [{ role: 'assistant', content: said }, ...(results.length === 0 ? [] : [{ role: 'user' as const, content: results }])]
}
