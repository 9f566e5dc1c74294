import { AppError } from './errors.ts'
import type { ClientFrame, CoreFrame } from './rpc.ts'

/** What a shell takes, in bytes of a socket or letters of a port. */
export const LONGEST_FRAME_TAKEN = 32 * 1024 * 1024

/** In letters, of which one is at most three bytes: what a window sends is always taken. */
const LONGEST_FRAME_SENT = 10 * 1024 * 1024

/**
 * A window's frame as it goes over the wire.
 * @throws AppError `input.invalid` when it is longer than a shell is sure to take
 */
export function frameText(frame: ClientFrame | CoreFrame): string {
  const text = JSON.stringify(frame)
  if (text.length <= LONGEST_FRAME_SENT) return text
  throw new AppError('input.invalid', 'This is too much to send at once.', { kept: 'Nothing was sent.', advice: 'Send less, or put it into files in the workspace.' })
}
