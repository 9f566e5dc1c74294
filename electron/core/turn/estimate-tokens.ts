import { totalTokens } from '../../../shared/usage.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { StepState, TurnState } from '../../../shared/turn-state.ts'
import type { ModelContent, ModelMessage } from '../model/model-message.ts'
import { stepMessages, turnMessages, type ReadText } from './prompt.ts'

/** UTF-16 units of JSON a token stands for, on the low side: what is set aside should rather be too much. */
export const UNITS_PER_TOKEN = 3
/** No more text than this fits into a token: a service that counts less left out what it had cached. */
const MOST_UNITS_PER_TOKEN = 6
/** Of an image. */
const PIXELS_PER_TOKEN = 750
/** System prompt and tool descriptions, roughly; they are far smaller than a chat that matters to a budget. */
export const FIXED_TOKENS = 2000

/** In UTF-16 units. */
export const lengthOfMessages = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => content.reduce((part, one) => part + lengthOf(one), sum), 0)

function lengthOf(content: ModelContent): number {
  switch (content.type) {
    case 'text': return content.text.length
    case 'tool-use': return content.name.length + lengthOfInput(content.input)
    case 'tool-result': return (content.images ?? []).reduce((sum, { width, height }) => sum + Math.ceil((width * height * UNITS_PER_TOKEN) / PIXELS_PER_TOKEN), content.content.length)
    case 'thinking': return content.thinking.length
    case 'redacted-thinking': return content.data.length
  }
}

/** Each request measures the whole chat again, and what was called once stays as it was. */
const knownLengths = new WeakMap<JsonObject, number>()
function lengthOfInput(input: JsonObject): number {
  const known = knownLengths.get(input) ?? JSON.stringify(input).length
  knownLengths.set(input, known)
  return known
}

/** The size of a request of which nothing was sent yet. */
export const roughTokens = (messages: readonly ModelMessage[]): number => FIXED_TOKENS + Math.ceil(lengthOfMessages(messages) / UNITS_PER_TOKEN)

/**
 * How large the turn's next request will be: what the service counted last in this conversation, and a guess for what came
 * since; a guess for all of it where nothing was counted, or where what was counted has been summarised since.
 * @param parent the turn before; null: there is none, or its model was another
 */
export function nextRequestTokens(state: TurnState, parent: TurnState | null, messages: readonly ModelMessage[], readText: ReadText): number {
  const least = Math.ceil(lengthOfMessages(messages) / MOST_UNITS_PER_TOKEN)
  const counted = countedIn(state)
  if (counted !== null) return Math.max(least, counted.tokens + guess(state.steps.filter(({ step }) => step >= counted.step.step).flatMap((step, index) => stepMessages(state, step, readText).slice(index === 0 ? 1 : 0))))
  const before = parent === null || parent.started?.meta?.model !== state.started?.meta?.model || state.compactions.some(({ ended }) => ended?.kind === 'context.compacted') ? null : countedIn(parent)
  if (before === null || before.step.step !== parent?.steps.at(-1)?.step) return Math.max(least, roughTokens(messages))
  return Math.max(least, before.tokens + guess(turnMessages(state, readText)))
}

const guess = (messages: readonly ModelMessage[]): number => Math.ceil(lengthOfMessages(messages) / UNITS_PER_TOKEN)

/** The last whole step, if its service counted and nothing of what it was sent has been summarised or let go of since. */
function countedIn(state: TurnState): { readonly step: StepState; readonly tokens: number } | null {
  const step = state.steps.findLast(({ ended }) => ended?.how === 'complete' && ended.body !== null && ended.meta !== null && totalTokens(ended.meta.usage) > 0)
  const tokens = step?.ended?.meta === undefined || step.ended.meta === null ? 0 : totalTokens(step.ended.meta.usage)
  if (step === undefined || tokens === 0) return null
  return state.compactions.some(({ afterStep, ended }) => ended?.kind === 'context.compacted' && afterStep >= step.step) ? null : { step, tokens }
}
