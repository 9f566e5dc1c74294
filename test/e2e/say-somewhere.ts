import type { CoreClient } from '../../shared/contract.ts'
import type { ChatId, TurnId } from '../../shared/ids.ts'
import type { Question } from '../../shared/run-record.ts'

/** Runs one message to its end in the background, approving whatever it asks. */
export async function saySomewhere(core: CoreClient, text: string): Promise<ChatId> {
  const { chatId } = await core.call('chat.create', {})
  await sayIn(core, chatId, null, text)
  return chatId
}

export async function sayIn(core: CoreClient, chatId: ChatId, parentTurnId: TurnId | null, text: string): Promise<TurnId> {
  const { turnId } = await core.call('turn.start', { chatId, parentTurnId, message: [{ origin: 'typed', text, vouched: true }] })
  await new Promise<void>((resolve) => {
    const approve = (question: Question) => void core.call('turn.answer', { turnId, callId: question.callId, question: question.question, digest: question.digest, answer: { kind: 'approve' } })
    const endQuestions = core.watch('questions.watch', {}, (item) => {
      for (const row of item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []) if (row.turnId === turnId) approve(row)
    })
    const endTurn = core.watch('turn.watch', { turnId, after: 0 }, (item) => {
      if (item.kind !== 'event' || item.seated.event.kind !== 'turn.ended') return
      queueMicrotask(() => { endQuestions(); endTurn() })
      resolve()
    })
  })
  return turnId
}
