import { AppError } from '../../../shared/errors.ts'

/** What the database says of a full or failing disk, in words for a person; anything else as it was. */
export function withDiskTrouble(error: unknown, kept = 'Nothing of this was stored.'): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  if (!error.code.startsWith('SQLITE_FULL') && !error.code.startsWith('SQLITE_IOERR')) return error
  return new AppError('store.full', 'The disk with the data directory is full or failing.', { kept, advice: 'Free some space, then try again.', cause: error })
}
