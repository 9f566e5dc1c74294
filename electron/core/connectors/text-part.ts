import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/** UTF-16 units of a long text in one result. */
export const PART_LENGTH = 40_000

export const partFrom = z.int().min(0).default(0).describe('How many characters to leave out')

/** One part of a long text, and where it goes on. `what` is what the model asked for, such as `Note 3`. @throws AppError `input.invalid` when the text ends before */
export function partOf(what: string, text: string, from: number): { readonly text: string; readonly note?: string } {
  if (from > text.length) throw new AppError('input.invalid', `${what} has only ${text.length} characters.`)
  const end = from + PART_LENGTH
  return { text: text.slice(from, end).toWellFormed(), ...(end < text.length ? { note: `More follows: go on with from ${end}.` } : {}) }
}
