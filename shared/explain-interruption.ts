import { assertNever } from './assert-never.ts'
import type { InterruptedBy } from './turn-event.ts'

/** Why nobody knows whether a call took effect, in one sentence; the same on the card, in the inbox and in a notification. */
export function explainInterruption(by: InterruptedBy): string {
  switch (by) {
    case 'crash': return 'It had started when Gatehouse ended, so it may have run, or part of it.'
    case 'connection': return 'It was sent, and the connection broke before an answer came, so it may have run.'
    case 'time-limit': return 'It ignored its time limit and may still be at work, so it may have run.'
    case 'stop': return 'It had started when the turn was stopped, so it may have run.'
    default: return assertNever(by, 'interruption')
  }
}
