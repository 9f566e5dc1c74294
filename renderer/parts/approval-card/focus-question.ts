import type { CallId } from '../../../shared/ids.ts'

/** Moves the focus to a question's card; on a destructive one to Reject, so that a key that was meant for something else does no harm. */
export function focusQuestion(within: ParentNode, callId: CallId, options: FocusOptions = {}): void {
  const card = within.querySelector<HTMLElement>(`[data-question="${callId}"]`)
  if (card === null) return
  const target = card.dataset['class'] === 'destructive' ? card.querySelector<HTMLElement>('[data-reject]') ?? card : card
  target.focus(options)
}
