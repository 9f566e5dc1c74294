import { AppError } from '../../../shared/errors.ts'

/** @throws AppError `input.not-found` always: what was named was deleted since it was shown */
export function missing(what: string): never {
  throw new AppError('input.not-found', `That ${what} isn’t there any more.`, { advice: 'Choose another one.' })
}
