import { AppError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Turns } from './turns.ts'

/** What was never begun, can't be read or has ended by now needs no stop. */
export async function stopIfLive(turns: Pick<Turns, 'stop'>, turnId: TurnId): Promise<void> {
  try {
    await turns.stop(turnId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
