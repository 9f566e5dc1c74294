import { explainNotKept } from '../../../shared/capture.ts'
import type { ChatRow, TurnNode } from '../../../shared/run-record.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { CoreParts } from './core-parts.ts'

export interface ExportedChat { readonly fileName: string; readonly content: string }

/** The shown branch, as far as its turns are kept: as Markdown to read, or as JSON with every event. Secrets are in neither; they are in no journal. */
export function exportChat(parts: Pick<CoreParts, 'chats' | 'journal' | 'turns'>, chat: ChatRow, format: 'markdown' | 'json'): ExportedChat {
  const turns = branchOf(parts.chats.tree(chat.chatId), chat.leafTurnId)
  const stem = (chat.title === '' ? 'chat' : chat.title).replace(/[^\p{L}\p{N} _-]+/gu, '').trim().slice(0, 60) || 'chat'
  if (format === 'json') {
    const content = { exported: 'gatehouse-chat', version: 1, chat, turns: turns.map((turn) => ({ turn, events: parts.journal.read(turn.turnId) })) }
    return { fileName: `${stem}.json`, content: `${JSON.stringify(content, null, 2)}\n` }
  }
  const sections = turns.map((turn) => turnMarkdown(parts, parts.turns.state(turn.turnId)))
  return { fileName: `${stem}.md`, content: `# ${chat.title === '' ? 'Chat' : chat.title}\n\n${sections.join('\n\n')}\n` }
}

/** From the root to the shown end. */
export function branchOf(tree: readonly TurnNode[], leaf: TurnNode['turnId'] | null): readonly TurnNode[] {
  const byId = new Map(tree.map((turn) => [turn.turnId, turn]))
  const branch: TurnNode[] = []
  for (let turn = leaf === null ? undefined : byId.get(leaf); turn !== undefined && branch.length <= tree.length; turn = turn.parentTurnId === null ? undefined : byId.get(turn.parentTurnId)) branch.push(turn)
  return branch.reverse()
}

function turnMarkdown({ journal }: Pick<CoreParts, 'journal'>, state: TurnState): string {
  const gone = `_${explainNotKept(state.started?.capture ?? 'none')}_`
  const message = state.started?.body?.message
  const asked = message === undefined ? gone : message.map((part) => journal.readText(part.text)).join('\n')
  const said = state.steps.flatMap((step) => step.ended !== null && step.ended.body === null ? [gone] : step.blocks.flatMap((block) => {
    if (block.type === 'text') return [journal.readText(block.text)]
    if (block.type !== 'call') return []
    const call = state.calls.get(block.callId)
    if (call?.status !== 'done') return []
    const name = call.call.meta?.tool?.title ?? call.call.meta?.name ?? 'a tool'
    const result = call.ended.body === null ? '' : journal.readText(call.ended.body.content)
    return [`> **${name}** (${call.call.meta?.tool?.toolClass ?? 'unknown tool'}, ${call.ended.outcome})\n>\n> ${fenceless(result.slice(0, 2000))}`]
  }))
  return [`## You\n\n${asked}`, `## Gatehouse\n\n${said.join('\n\n')}`].join('\n\n')
}

const fenceless = (text: string): string => text.replaceAll('\n', '\n> ')
