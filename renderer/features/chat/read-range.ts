import type { TurnId } from '../../../shared/ids.ts'

/** Turns that are read at once. */
export const PAGE = 40
/** Enough to fill any window. */
export const FIRST_PAGE = 16
/** Turns beyond those in sight that are to be there before one gets to them. */
const AHEAD = 30

interface PathNode { readonly turnId: TurnId }

/** The first and the last turn of those in sight. */
export interface Looked { readonly first: TurnId; readonly last: TurnId }

export const endOf = <N extends PathNode>(path: readonly N[]): readonly N[] => path.slice(-FIRST_PAGE)

/** Whole pages around what is looked at, those nearest to it first, so that few reads do for a long way. */
export function pagesAround<N extends PathNode>(path: readonly N[], places: ReadonlyMap<TurnId, number>, { first, last }: Looked): readonly N[] {
  const [from, to] = [places.get(first), places.get(last)]
  if (from === undefined || to === undefined) return []
  const middle = Math.floor((from + to) / 2 / PAGE)
  const pages = Array.from({ length: Math.floor((to + AHEAD) / PAGE) - Math.floor(Math.max(0, from - AHEAD) / PAGE) + 1 }, (_, index) => Math.floor(Math.max(0, from - AHEAD) / PAGE) + index)
  return pages.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).flatMap((page) => path.slice(page * PAGE, (page + 1) * PAGE))
}

export interface ListStep {
  readonly turnIds: readonly TurnId[]
  /** Turns came before the others: a list that knows its rows by their number has to count from the end. */
  readonly keepsEnd: boolean
}

/** Whether a list becomes another one by what is put before it alone. */
export function stepTowards(before: readonly TurnId[], turnIds: readonly TurnId[]): ListStep {
  const added = turnIds.length - before.length
  const keepsEnd = before.length > 0 && added > 0 && before[0] === turnIds[added] && before.at(-1) === turnIds.at(-1)
  return { turnIds, keepsEnd }
}
