import { formatMoney, isMoney, type Cap, type CapGauge } from '../../../shared/cap.ts'
import type { CommandReply } from '../../../shared/command-operations.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ChatId } from '../../../shared/ids.ts'
import type { ModelProfile } from '../../../shared/model-profile.ts'
import { statusOf as turnStatusOf, type TurnState } from '../../../shared/turn-state.ts'
import { totalTokens } from '../../../shared/usage.ts'
import { nameSources } from '../gate/explain.ts'
import { PERSON_CHAT } from '../roles/built-in-roles.ts'
import { problemOf, startsOn } from '../tools/catalog.ts'
import type { CoreParts } from './core-parts.ts'
import { branchFromLast } from './branch-command.ts'
import { explainCall } from './explain-call.ts'
import { explainTools, nextContext } from './explain-tools.ts'
import { statusOf } from './settings-handlers.ts'

/** Makes a model the one of new turns. @throws AppError `input.not-found` */
type ChooseModel = (name: string) => Promise<ModelProfile>

/** The commands of a chat, the same from every channel. None of what is typed here is ever sent to a model. */
const COMMANDS: Readonly<Record<string, (parts: CoreParts, chatId: ChatId | null, rest: string, chooseModel: ChooseModel, typed: boolean) => CommandReply | Promise<CommandReply>>> = {
  help: () => reply('Commands work in every chat and are never sent to the model.', Object.entries(DESCRIPTIONS).map(([name, value]) => ({ name: `/${name}`, value }))),
  status: (parts, chatId) => showStatus(parts, chatId),
  new: (parts) => {
    const chatId = parts.ids.newChatId()
    parts.chats.create(chatId, parts.host.clock.now())
    return { ...reply('A new chat.'), act: { kind: 'open-chat', chatId } }
  },
  stop: async (parts, chatId) => {
    const state = leafState(parts, chatId)
    if (state === null || state.ended !== null) return reply('Nothing is running in this chat.')
    await parts.turns.stop(state.turnId)
    return reply('Stopped.')
  },
  model: (parts, _chatId, rest, chooseModel) => (rest === '' ? listModels(parts) : chooseByName(parts, rest, chooseModel)),
  tools: (parts, chatId) => reply('What the next step is offered, and what it is not.', explainTools(parts, PERSON_CHAT, chatId).map((tool) => ({
    name: `${tool.connectorLabel}: ${tool.title} (${tool.toolClass})`, value: tool.outcome.filter === 'gate' ? `${tool.outcome.verdict}. ${tool.outcome.sentence}` : `not offered. ${tool.outcome.sentence}`,
  }))),
  why: (parts, chatId) => explainLast(leafState(parts, chatId)),
  budget: (parts) => reply('Everything together, as it stands. Hitting a cap pauses turns; it ends none.', gaugeFacts(parts)),
  branch: (parts, chatId, text, _chooseModel, typed) => branchFromLast(parts, chatId, { text, typed }),
  export: async (parts, chatId, rest) => {
    const chat = chatId === null ? null : parts.chats.find(chatId)
    if (chat === null) return reply('Open a chat to export it.')
    return { ...reply('Exported the branch that is shown.'), act: { kind: 'save-file', ...await parts.reading.ask('chat.export', { chat, format: rest === 'json' ? 'json' : 'markdown' }) } }
  },
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  help: 'what commands there are', status: 'model, tokens, connectors, questions, taint', new: 'a new chat', stop: 'stop the running turn', model: 'which models there are; /model and a name chooses one for new turns',
  tools: 'which tools are offered now, and why not the rest', why: 'the last decision, as a sentence', budget: 'what was used today', branch: 'another version of your last message; /branch and words sends them in its place', export: 'save this chat (markdown, or json)',
}

/** @throws AppError `input.unknown-command` */
export async function runCommand(parts: CoreParts, chatId: ChatId | null, { line, typed }: { readonly line: string; readonly typed: boolean }, chooseModel: ChooseModel): Promise<CommandReply> {
  const [, name = '', rest = ''] = /^\/([a-z-]*)\s*([\s\S]*)$/i.exec(line.trim()) ?? []
  const known = name.toLowerCase()
  const command = Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined
  if (command === undefined) throw new AppError('input.unknown-command', `There is no command “/${name.slice(0, 40)}”.`, { kept: 'It was not sent to the model.', advice: 'Type /help for the commands there are.' })
  return command(parts, chatId, rest.trim(), chooseModel, typed)
}

const reply = (text: string, facts: CommandReply['facts'] = []): CommandReply => ({ text, facts, act: { kind: 'none' } })

function leafState(parts: CoreParts, chatId: ChatId | null): TurnState | null {
  const leaf = chatId === null ? null : parts.chats.find(chatId)?.leafTurnId ?? null
  return leaf === null ? null : parts.turns.state(leaf)
}

const PRACTICE_WORDS = 'follows fixed rules, understands no language'

function listModels({ models, settings }: CoreParts): CommandReply {
  const chosen = settings.get().model
  return reply('The models there are. /model and a name chooses one for the next turns.', models.list().map((profile) => ({
    name: profile.name === chosen ? `${profile.name} (chosen)` : profile.name,
    value: profile.adapter === 'practice' ? PRACTICE_WORDS : `${profile.model} at ${new URL(profile.baseUrl).host}`,
  })))
}

/** A name, or the beginning of just one. */
async function chooseByName({ models }: CoreParts, typed: string, chooseModel: ChooseModel): Promise<CommandReply> {
  const begun = models.list().filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()))
  const profile = models.find(typed) ?? (begun.length === 1 ? begun[0] : undefined)
  if (profile === undefined) return reply(begun.length === 0 ? `There is no model named “${typed.slice(0, 60)}”. /model lists those there are.` : `Several models begin so: ${begun.map(({ name }) => name).join(', ')}.`)
  await chooseModel(profile.name)
  return reply(`“${profile.name}” answers from the next turn on.`)
}

function showStatus(parts: CoreParts, chatId: ChatId | null): CommandReply {
  const status = statusOf(parts)
  const state = leafState(parts, chatId)
  const context = state === null ? null : nextContext(parts, state)
  const connectors = parts.catalog.connectors.map((connector) => {
    const on = parts.settings.connectorOn(connector.id) ?? startsOn(connector)
    return { name: connector.label, value: on ? problemOf(connector) ?? 'ready' : 'off' }
  })
  return reply('Status', [
    { name: 'Model', value: status.model },
    ...gaugeFacts(parts),
    { name: 'Turns running', value: String(status.turnsRunning) },
    { name: 'Open questions', value: String(status.openQuestions) },
    ...(state === null ? [] : [{ name: 'This turn', value: `${turnStatusOf(state)}, ${totalTokens(state.usage)} tokens` }]),
    { name: 'Taint', value: context?.tainted === true ? `This chat has read ${nameSources(context.taint)}.` : 'This chat has read nothing from outside.' },
    ...connectors,
  ])
}

const CAP_WORDS: Readonly<Record<Cap, string>> = {
  'tokens-per-day': 'Tokens today', 'runs-per-hour': 'Runs this hour', 'live-runs': 'Runs at once', 'money-per-run': 'Money of one run', 'money-per-day': 'Money today', 'money-per-month': 'Money this month',
}

const gaugeFacts = (parts: CoreParts): CommandReply['facts'] => parts.budget.gauges().map((gauge) => ({ name: CAP_WORDS[gauge.cap], value: gaugeValue(gauge) }))

function gaugeValue({ cap, used, reserved, limit, uncounted = 0 }: CapGauge): string {
  const amount = (count: number): string => (isMoney(cap) ? formatMoney(count) : String(count))
  if (cap === 'money-per-run') return limit === null ? 'no cap' : `at most ${amount(limit)}, then it ends`
  const missing = uncounted === 0 ? '' : `; ${uncounted} steps of models without prices aren’t in it`
  return `${amount(used)}${reserved > 0 ? ` and ≈ ${amount(reserved)} set aside` : ''}${limit === null ? ', no cap' : ` of ${amount(limit)}`}${missing}`
}

function explainLast(state: TurnState | null): CommandReply {
  const last = state === null ? undefined : [...state.calls.values()].at(-1)
  if (state === null || last === undefined) return reply('No tool was called in the last turn, so there was nothing to decide.')
  const explanation = explainCall(state, last.call.callId)
  return reply(explanation.sentence, [{ name: 'Call', value: last.call.meta?.tool?.title ?? last.call.meta?.name ?? '' }, ...explanation.steps.map(({ title, detail }) => ({ name: title, value: detail }))])
}
