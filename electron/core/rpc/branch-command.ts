import { explainNotKept } from '../../../shared/capture.ts'
import type { CommandReply } from '../../../shared/command-operations.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { PERSON_CHAT } from '../roles/built-in-roles.ts'
import type { CoreParts } from './core-parts.ts'

export interface CommandWords {
  readonly text: string
  /** The person typed all of it; only then does it count as their own word. */
  readonly typed: boolean
}

/**
 * A sibling of the last turn: with words it starts at once from where that one started, without any the person edits
 * their last message. Either way the turn that was there stays as it is.
 * @throws AppError as `turn.start` does
 */
export async function branchFromLast(parts: CoreParts, chatId: ChatId | null, words: CommandWords): Promise<CommandReply> {
  const leaf = chatId === null ? null : parts.chats.find(chatId)?.leafTurnId ?? null
  const state = leaf === null ? null : parts.turns.state(leaf)
  if (chatId === null || state?.started === undefined || state.started === null) return reply('There is nothing to branch from yet.')
  if (words.text !== '') {
    await parts.turns.start({
      chatId, parentTurnId: state.started.parentTurnId, role: PERSON_CHAT, model: parts.settings.get().model,
      message: [{ origin: words.typed ? 'typed' : 'pasted', text: words.text, vouched: true }],
      check: () => { if (parts.chats.find(chatId) === null) throw new AppError('input.not-found', 'That chat does not exist any more.', { advice: 'Choose another chat.' }) },
    })
    return reply('The chat goes on from before your last message, with these words in its place. The other version stays beside it.')
  }
  if (state.started.body === null) return reply(`${explainNotKept(state.started.capture)} There is nothing to edit; /branch and words behind it go on from before it.`)
  return { ...reply('Edit your last message and send it: the chat goes on from before it, and both versions stay.'), act: { kind: 'edit-message', turnId: state.turnId } }
}

const reply = (text: string): CommandReply => ({ text, facts: [], act: { kind: 'none' } })
