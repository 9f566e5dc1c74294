import { AppError } from '../../../shared/errors.ts'

/* What the person's edits of stored things have in common, whichever store they are in. */

/** Without a visible character it asks for everything. */
export const queryOf = (query: string): string | null => /[^\s\p{Cc}]/u.test(query) ? query : null

/** An edit is of what the person saw; whatever came in between is not overwritten unseen. */
export function asSeen<Row extends { readonly updatedAt: number }>(row: Row, seen: number, what: string): Row {
  if (row.updatedAt === seen) return row
  throw new AppError('input.invalid', `This ${what} was changed while you edited it.`, { kept: 'The newer words are stored, and yours are still where you wrote them.', advice: 'Copy yours, cancel, and edit it again.' })
}

export function known<Row>(row: Row | null, what: string): Row {
  if (row !== null) return row
  throw new AppError('input.not-found', `That ${what} can’t be brought back any more.`, { advice: 'Add it once more.' })
}
