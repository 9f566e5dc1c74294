import { setTimeout as wait } from 'node:timers/promises'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { canonicalJson, NotJsonError, type JsonObject } from '../../../shared/json.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import { mergeTaint, type TaintSource } from '../../../shared/taint.ts'
import type { EffectKind } from '../../../shared/turn-event.ts'
import type { HttpGet } from '../http/tool-http.ts'
import type { EffectRun, Step, Tool, ToolContext } from '../tools/tool.ts'
import { fitImage, type FitOutcome, type FittedImage } from '../tools/fit-image.ts'
import { ToolOutput } from '../tools/tool-output.ts'
import { followWithin } from './follow-within.ts'
import { countNested, outsideSteps, runEffect, type EffectPort } from './run-effect.ts'
import { EMPTY_RESULT_TEXT, IMAGES_ONLY_TEXT } from './result-text.ts'

export interface ToolResult {
  readonly outcome: 'ok' | 'error'
  readonly content: string
  readonly errorCode: string | null
  readonly taint: readonly TaintSource[]
  /** Of a result that is ok. */
  readonly images?: readonly FittedImage[]
  readonly fromCache: boolean
  /** It ignored its signal at the time limit and may still be running; what it does later is dropped. */
  readonly stillRunning: boolean
}

export interface ToolRun {
  readonly tool: Tool
  readonly args: JsonObject
  /** Without what belongs to each try. */
  readonly context: Omit<ToolContext, 'signal' | 'cancelled' | 'noteTaint' | 'call' | 'step' | 'http'>
  /** @param place under the call's own; each try counts its calls from 1 */
  readonly callNested: (place: string, tool: ToolIdentity, args: JsonObject, id: string | undefined) => Promise<ToolResult>
  readonly effects: EffectPort
  readonly http: HttpGet
  readonly signal: AbortSignal
  readonly now: () => number
}

/** After its signal a call gets this long to yield before it is given up on. */
const YIELD_MS = 250

/** Runs one call to its end. Never throws: failure is a result, and what a failing tool read taints all the same. */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  for (let tried = 0; ; tried += 1) {
    const { result, retryable } = await tryOnce(run)
    if (result.outcome === 'ok' || !retryable || result.stillRunning || tried >= run.tool.retry.times || run.signal.aborted) return result
    const pause = run.tool.retry.waitMs * 2 ** tried
    if (pause > 0) await wait(pause, undefined, { signal: run.signal }).catch(() => undefined)
  }
}

interface Tried { readonly result: ToolResult; readonly retryable: boolean }

/** Trying again would change nothing, or might do something twice. */
const FINAL: ReadonlySet<string> = new Set(['tool.fatal', 'tool.poison', 'write_tool_blocked', 'tool.rejected', 'tool.nested-question', 'tool.concurrent-call-id', 'tool.replay-changed'])

async function tryOnce({ tool, args, context, signal, now, callNested, effects, http }: ToolRun): Promise<Tried> {
  const { signal: both, hasTimedOut, end } = followWithin(signal, tool.timeoutMs, () => new AppError('tool.timed-out', `${tool.title} took longer than ${seconds(tool.timeoutMs)} and was cut off.`))
  let noted: readonly TaintSource[] = []
  const close = (fields: Pick<ToolResult, 'outcome' | 'content' | 'images' | 'errorCode' | 'stillRunning'>, retryable: boolean): Tried =>
    ({ result: { ...fields, taint: withOwnTaint(tool, args, context, noted, now()), fromCache: false }, retryable })
  /** Steps under way: their end is a part of this try's. */
  const steps = new Set<Promise<unknown>>()
  let leftUnknown = false
  const fail = (error: unknown, stillRunning: boolean): Tried => {
    const { code, message, advice } = toWireError(error)
    return close({ outcome: 'error', content: advice === undefined ? message : `${message} ${advice}`, errorCode: code, stillRunning }, !leftUnknown && !FINAL.has(code))
  }
  let made = 0
  const call: ToolContext['call'] = async (identity, nestedArgs, { id } = {}) => {
    const result = await callNested(countNested(() => { made += 1; return made }), identity, nestedArgs, id)
    noted = mergeTaint(noted, result.taint)
    if (result.outcome === 'error') throw new AppError('tool.failed', result.content)
    return result.content
  }
  try {
    const get: ToolContext['http'] = (address) => http(address, both, (url) => {
      noted = mergeTaint(noted, [fitting({ kind: 'tool-result', turnId: context.turnId, callId: context.callId, connectorId: tool.identity.connectorId, tool: tool.identity.tool, label: `${url.host}${url.pathname}`, at: now() })])
    })
    const noteTaint: ToolContext['noteTaint'] = (sources) => { noted = mergeTaint(noted, sources.map(fitting)) }
    const step: Step = async (...given: readonly [string, EffectKind | EffectRun, EffectRun?]) => {
      const [id, effect, run] = typeof given[1] === 'function' ? [given[0], 'write', given[1]] as const : [given[0], given[1], given[2]] as const
      if (run === undefined) throw new AppError('tool.fatal', `The step ${id} has nothing to do.`)
      const work = runEffect({ callId: context.callId, port: effects, signal: both, now, taint: () => noted, noteTaint, onUnknown: () => { leftUnknown = true } }, id, effect, run)
      // Its failure is for whoever waits for it.
      work.catch(() => undefined)
      steps.add(work)
      return work
    }
    const live: ToolContext = { ...context, call, step, http: get, signal: both, get cancelled() { return both.aborted }, noteTaint }
    const ended = await settle(outsideSteps(() => tool.run(args, live)).finally(() => Promise.allSettled(steps)), both)
    if (!ended.yielded) return fail(both.reason, true)
    if ('error' in ended) return fail(hasTimedOut() ? both.reason : ended.error, false)
    return close({ outcome: 'ok', ...await toResult(tool, ended.value), errorCode: null, stillRunning: false }, false)
  } catch (error) {
    return fail(error, false)
  } finally {
    end()
  }
}

type Settled = { readonly yielded: true; readonly value: unknown } | { readonly yielded: true; readonly error: unknown } | { readonly yielded: false }

/** Waits for the work, or for a short while after the signal: a call that doesn't listen can't hold the turn. */
async function settle(work: Promise<unknown>, signal: AbortSignal): Promise<Settled> {
  const outcome = work.then((value): Settled => ({ yielded: true, value }), (error: unknown): Settled => ({ yielded: true, error }))
  if (signal.aborted) return Promise.race([outcome, wait(YIELD_MS, { yielded: false } as const)])
  const stopped = new Promise<void>((resolve) => { signal.addEventListener('abort', () => { resolve() }, { once: true }) })
  return Promise.race([outcome, stopped.then(() => Promise.race([outcome, wait(YIELD_MS, { yielded: false } as const)]))])
}

const MOST_IMAGES = 8

/** Text and images; each image that is left out is a sentence instead. */
async function toResult(tool: Tool, value: unknown): Promise<Pick<ToolResult, 'content' | 'images'>> {
  if (!(value instanceof ToolOutput)) return { content: toContent(tool, value) }
  const fitted: FitOutcome[] = []
  // One after another: a decoded image takes far more memory than a sent one.
  for (const image of value.images.slice(0, MOST_IMAGES)) fitted.push(await fitImage(image))
  const images = fitted.flatMap((outcome) => (outcome.ok ? [outcome.image] : []))
  const more = value.images.length - MOST_IMAGES
  const sentences = [...fitted.flatMap((outcome) => (outcome.ok ? [] : [outcome.sentence])), ...(more > 0 ? [`[${more} more images were left out: a result holds at most ${MOST_IMAGES}.]`] : [])]
  const content = [value.text, ...sentences].filter((text) => text.trim() !== '').join('\n\n')
  return { content: content === '' && images.length > 0 ? IMAGES_ONLY_TEXT : toContent(tool, content), ...(images.length === 0 ? {} : { images }) }
}

/** A string as it is, anything else as compact JSON with sorted keys, so that replays build the same request. */
function toContent(tool: Tool, value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? EMPTY_RESULT_TEXT : value
  if (value === undefined) return EMPTY_RESULT_TEXT
  try {
    return canonicalJson(value)
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error
    throw new AppError('tool.result-not-json', `${tool.identity.connectorId} ${tool.identity.tool} returned something JSON can't hold: ${error.message}.`, { cause: error })
  }
}

/** An untrusted tool taints whatever it returns, whether or not it said so itself. */
function withOwnTaint(tool: Tool, args: JsonObject, context: ToolRun['context'], noted: readonly TaintSource[], at: number): readonly TaintSource[] {
  const placed = noted.map((source): TaintSource => ({ ...source, turnId: source.turnId ?? context.turnId, callId: source.callId ?? context.callId }))
  if (!tool.untrusted || placed.length > 0) return placed
  return [{ kind: 'tool-result', turnId: context.turnId, callId: context.callId, connectorId: tool.identity.connectorId, tool: tool.identity.tool, label: labelOf(tool, args), at }]
}

/** A label that is too long would keep the result from being stored. */
const fitting = (source: TaintSource): TaintSource => ({ ...source, label: source.label.slice(0, 300).toWellFormed() })

function labelOf(tool: Tool, args: JsonObject): string {
  try {
    return tool.summarise(args).slice(0, 120).toWellFormed()
  } catch {
    return tool.title.slice(0, 120).toWellFormed()
  }
}

const seconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)
