import { assertNever } from './assert-never.ts'
import type { TurnEventOf } from './turn-event.ts'

/** Why a turn waits and when it goes on, in one sentence; the same in the chat, the panel and a notification. */
export function explainPause({ cap }: TurnEventOf<'turn.paused'>): string {
  switch (cap) {
    case 'tokens-per-day': return 'Too few of today’s tokens are left for the next step. It goes on tomorrow, or when you raise the cap.'
    case 'runs-per-hour': return 'This hour’s runs are used up. It goes on when the hour has moved on, or when you raise the cap.'
    case 'live-runs': return 'As many runs as you allow are at work. It goes on when one of them ends, or when you raise the cap.'
    default: return assertNever(cap, 'cap')
  }
}
