import type { CheckResult } from '../../../shared/certification.ts'
import { AppError } from '../../../shared/errors.ts'
import { CallId } from '../../../shared/ids.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { previewOf } from '../../../shared/stored-text.ts'
import type { Usage } from '../../../shared/usage.ts'
import type { KnownSecrets } from '../secrets/known-secrets.ts'
import { jsonSchemaOf } from '../tools/json-schema-of.ts'
import { callModel, type ModelAnswer } from '../turn/call-model.ts'
import { SYSTEM_PROMPT } from '../turn/prompt.ts'
import { BATTERY, type BatteryCheck, type BatteryTool, type Heard, type HeardCall } from './battery.ts'
import type { ModelContent, ModelMessage, ModelPort, ModelRequest } from './model.ts'

export interface BatteryPorts {
  readonly model: ModelPort
  readonly name: string
  readonly secrets: KnownSecrets
  /** Room for one request, before it is sent. @returns what the answer may have @throws AppError where there is none */
  readonly reserve: (inputTokens: number, maxTokens: number) => { readonly maxTokens: number; readonly settle: (usage: Usage, complete: boolean) => void }
  readonly onCheck: (done: number) => void
}

const ANSWER_TOKENS = 1024
const LONGEST_GOT = 400

/**
 * Asks the model each check's question over its real port, answers its calls with what stands in the battery, and judges
 * by plain code. Nothing of it reaches a connector.
 * @throws AppError where the service fails, or there is no room: that says nothing about the model
 */
export async function runBattery(ports: BatteryPorts, signal: AbortSignal, battery: readonly BatteryCheck[] = BATTERY): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of battery) {
    const heard = await runCheck(ports, check, signal)
    results.push({ id: check.id, problem: check.judge(heard), sent: check.sent, got: shorten(describe(heard)) })
    ports.onCheck(results.length)
  }
  return results
}

async function runCheck(ports: BatteryPorts, { messages, tools, steps: most }: BatteryCheck, signal: AbortSignal): Promise<Heard> {
  const said: ModelMessage[] = [...messages]
  const steps: Heard['steps'][number][] = []
  for (let step = 1; step <= most; step += 1) {
    const answer = await askOnce(ports, { model: ports.name, system: SYSTEM_PROMPT, messages: said, tools: tools.map(toModelTool), maxTokens: ANSWER_TOKENS }, signal)
    const calls = answer.blocks.flatMap((block) => (block.type === 'written-call' ? [hearCall(block.call, tools)] : []))
    steps.push({ text: answer.blocks.flatMap((block) => (block.type === 'text' ? [previewOf(block.text)] : [])).join(''), calls })
    if (calls.length === 0) return { steps, ended: true }
    said.push(...roundOf(answer, calls, tools, `${steps.length}x${said.length}`, ports.name))
  }
  return { steps, ended: false }
}

async function askOnce({ model, secrets, reserve }: BatteryPorts, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const room = reserve(Math.ceil(JSON.stringify([request.system, request.messages, request.tools]).length / 3), request.maxTokens)
  const answer = await callModel(model, { ...request, maxTokens: room.maxTokens }, signal, { onText: () => undefined, onWaiting: () => undefined, secrets })
  room.settle(answer.usage, answer.how === 'complete')
  if (answer.how === 'complete') return answer
  throw new AppError('model.unavailable', answer.how === 'stopped' ? 'The tests were stopped.' : answer.message ?? 'The service gave no whole answer.')
}

const toModelTool = ({ name, description, input }: BatteryTool) => ({ name, description, inputSchema: jsonSchemaOf(input) })

type Written = Extract<ModelAnswer['blocks'][number], { type: 'written-call' }>['call']

function hearCall({ name, canonical, malformed }: Written, tools: readonly BatteryTool[]): HeardCall {
  const value = malformed === null ? parseJson(canonical) : undefined
  if (!isJsonObject(value)) return { name, args: null, misfit: null }
  const issue = tools.find((tool) => tool.name === name)?.input.safeParse(value).error?.issues[0]
  return { name, args: value, misfit: issue === undefined ? null : `${issue.path.join('.') || 'the whole'}: ${issue.message}` }
}

/** The answer as it goes back, and one result for each of its calls. */
function roundOf(answer: ModelAnswer, calls: readonly HeardCall[], tools: readonly BatteryTool[], place: string, madeBy: string): readonly ModelMessage[] {
  const idOf = (index: number): CallId => CallId.parse(`call_battery${place}n${index}`)
  let index = 0
  const content = answer.blocks.map((block): ModelContent => {
    switch (block.type) {
      case 'text': return { type: 'text', text: previewOf(block.text) }
      case 'thinking': return { type: 'thinking', thinking: previewOf(block.thinking), signature: block.signature, madeBy }
      case 'redacted-thinking': return { type: 'redacted-thinking', data: previewOf(block.data), madeBy }
      case 'written-call': {
        const call = calls[index]
        index += 1
        return { type: 'tool-use', callId: idOf(index - 1), name: block.call.name, input: call?.args ?? {} }
      }
    }
  })
  return [{ role: 'assistant', content }, { role: 'user', content: calls.map((call, at): ModelContent => ({ type: 'tool-result', callId: idOf(at), ...answerOf(call, tools) })) }]
}

function answerOf({ name, args, misfit }: HeardCall, tools: readonly BatteryTool[]): { readonly content: string; readonly isError: boolean } {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) return { content: `unknown tool '${name.slice(0, 64)}'; available: ${tools.map((one) => one.name).join(', ')}`, isError: true }
  if (args === null || misfit !== null) return { content: `invalid arguments: ${misfit ?? 'not a JSON object'}. Nothing ran.`, isError: true }
  return tool.answer(args)
}

const describe = ({ steps }: Heard): string => steps.map(({ text, calls }) => [...calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`), ...(text.trim() === '' ? [] : [`“${text.trim().replaceAll(/\s+/gu, ' ')}”`])].join(', ')).join(' → ')

const shorten = (text: string): string => (text.length <= LONGEST_GOT ? text : `${text.slice(0, LONGEST_GOT).toWellFormed()}…`)
