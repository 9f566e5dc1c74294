import { explainNotKept } from '../../../shared/capture.ts'
import type { ChatRow, TurnNode } from '../../../shared/run-record.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { byAuthor } from '../../../shared/message-author.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { mergeTaint, type TaintSource } from '../../../shared/taint.ts'
import type { MessagePart, SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { oneLine } from '../one-line.ts'

export interface ExportSources {
  readonly tree: (chatId: ChatId) => readonly TurnNode[]
  readonly readEvents: (turnId: TurnId) => readonly SeatedEvent[]
  readonly readText: (stored: StoredText) => string
}

export interface ExportedChat { readonly fileName: string; readonly content: string }

/** The shown branch, as far as its turns are kept: as Markdown to read, or as JSON with every event. Secrets are in neither; they are in no journal. */
export function exportChat(sources: ExportSources, chat: ChatRow, format: 'markdown' | 'json'): ExportedChat {
  const turns = branchOf(sources.tree(chat.chatId), chat.leafTurnId)
  const stem = (chat.title === '' ? 'chat' : chat.title).replace(/[^\p{L}\p{N} _-]+/gu, '').trim().slice(0, 60) || 'chat'
  if (format === 'json') {
    const content = { exported: 'gatehouse-chat', version: 1, chat, turns: turns.map((turn) => ({ turn, events: sources.readEvents(turn.turnId) })) }
    return { fileName: `${stem}.json`, content: `${JSON.stringify(content, null, 2)}\n` }
  }
  const states = turns.map(({ turnId }) => foldTurn(turnId, sources.readEvents(turnId).map(({ event }) => event)))
  const title = `# ${chat.title === '' ? 'Chat' : chat.title}`
  return { fileName: `${stem}.md`, content: `${[title, ...taintNote(states), ...states.map((state) => turnMarkdown(sources, state))].join('\n\n')}\n` }
}

/** From the root to the shown end. */
export function branchOf(tree: readonly TurnNode[], leaf: TurnNode['turnId'] | null): readonly TurnNode[] {
  const byId = new Map(tree.map((turn) => [turn.turnId, turn]))
  const branch: TurnNode[] = []
  for (let turn = leaf === null ? undefined : byId.get(leaf); turn !== undefined && branch.length <= tree.length; turn = turn.parentTurnId === null ? undefined : byId.get(turn.parentTurnId)) branch.push(turn)
  return branch.reverse()
}

/** What the chat has read from outside, so that whoever reads the file knows whose words may be in it. */
function taintNote(states: readonly TurnState[]): readonly string[] {
  const taint = states.reduce<readonly TaintSource[]>((known, state) => mergeTaint(known, state.taint), [])
  if (!states.some((state) => state.tainted)) return []
  return [['_This chat has read text from outside. What follows from there on may repeat it._', '', ...taint.map(({ label }) => `- ${oneLine(label)}`)].join('\n')]
}

const MOST_OF_A_RESULT = 2000

function turnMarkdown({ readText }: Pick<ExportSources, 'readText'>, state: TurnState): string {
  const gone = `_${explainNotKept(state.started?.capture ?? 'none')}_`
  const message = state.started?.body?.message
  const asked = message === undefined ? [`## ${authorOfTurn(state)}\n\n${gone}`] : byAuthor(message).map(({ author, parts }) => {
    const texts = parts.map((part) => [...partNote(part), part.vouched ? readText(part.text) : quote(readText(part.text))].join('\n\n'))
    return [`## ${author === null ? 'You' : `From ${oneLine(author)}`}`, texts.join('\n')].join('\n\n')
  })
  const said = state.steps.flatMap((step) => step.ended !== null && step.ended.body === null ? [gone] : step.blocks.flatMap((block) => {
    if (block.type === 'text') return [readText(block.text)]
    if (block.type !== 'call') return []
    const call = state.calls.get(block.callId)
    if (call?.status !== 'done') return []
    const name = call.call.meta?.tool?.title ?? call.call.meta?.name ?? 'a tool'
    const facts = [call.call.meta?.tool?.toolClass ?? 'unknown tool', call.ended.outcome, ...(call.ended.tainted ? ['text from outside'] : [])]
    return [quote(`**${oneLine(name)}** (${facts.join(', ')})\n\n${call.ended.body === null ? gone : cut(readText(call.ended.body.content))}`)]
  }))
  const outcome = state.ended === null ? ['_This turn had not ended when it was exported._'] : state.ended.outcome === 'completed' ? [] : [`_This turn ended as ${state.ended.outcome}._`]
  return [...asked, ['## Gatehouse', ...said, ...outcome].join('\n\n')].join('\n\n')
}

/** What the person didn't type says how it came. */
function partNote({ fileName, vouched, origin }: MessagePart): readonly string[] {
  if (fileName !== undefined) return [`_File ${oneLine(fileName)}${vouched ? '' : ', not vouched for: text from outside'}:_`]
  return origin === 'linked' ? ['_From a link: text from outside:_'] : vouched ? [] : ['_Text from outside:_']
}

/** Where nothing of the message is kept, its header still says whether a person could have written it. */
const authorOfTurn = ({ started }: TurnState): string =>
  started?.delegatedBy !== undefined ? 'From another run' : started?.turnKind === 'person' ? 'You' : 'The message'

/** Nothing is left out without a word. */
const cut = (text: string): string =>
  text.length <= MOST_OF_A_RESULT ? text : `${text.slice(0, MOST_OF_A_RESULT)}\n\n_…and ${text.length - MOST_OF_A_RESULT} characters more; the JSON export has what was stored._`

/** Every line of it, so that what others wrote can't pass for what follows it. */
const quote = (text: string): string => text.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => `> ${line}`).join('\n')

