import { AppError } from '../../../shared/errors.ts'

/** Trimmed. @throws AppError `input.invalid` for nothing visible, and for more than fits */
export function fitText(text: string, whose: string, what: string, most: number): string {
  const kept = { kept: 'Nothing was changed.' }
  const trimmed = text.trim()
  if (!/[^\s\p{Cc}]/u.test(trimmed)) throw new AppError('input.invalid', `${whose} needs a ${what}.`, kept)
  if (trimmed.length > most) throw new AppError('input.invalid', `${whose}’s ${what} has at most ${most.toLocaleString('en')} characters; this has ${trimmed.length.toLocaleString('en')}.`, kept)
  return trimmed
}
