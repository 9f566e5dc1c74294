/** What the next request would hold, in UTF-16 units, oldest first; only what a summary may take the place of is told apart. */
export interface Weights {
  /** Turns before this one that no summary covers yet, the newest ones too. */
  readonly turns: readonly number[]
  /** This turn's own steps that no summary covers yet, the last round too; each with its calls and their results. */
  readonly steps: readonly number[]
}

export interface Wish {
  /** Units that should go; null: as many as may. */
  readonly excess: number | null
  /** Units that one request for a summary may hold. */
  readonly transcript: number
}

export type Cover = { readonly kind: 'turns'; readonly count: number } | { readonly kind: 'steps'; readonly count: number }

/** The newest turns stay whole, beside the present one, whose last round stays whole as well. */
export const WHOLE_TURNS = 2
export const WHOLE_STEPS = 1
/** A turn that is still too large after so many has no room to be had. */
export const MAX_COMPACTIONS = 6

/**
 * What a summary should stand for, counted from the oldest that none covers yet; null: nothing may go. Older turns go first.
 * This turn's own steps, each whole with its calls and results, go only where the turns alone would not make enough room and
 * are the smaller part. Pure.
 */
export function planCover({ turns, steps }: Weights, { excess, transcript }: Wish): Cover | null {
  const mayGo = turns.slice(0, Math.max(0, turns.length - WHOLE_TURNS))
  const ownMayGo = steps.slice(0, Math.max(0, steps.length - WHOLE_STEPS))
  const fromTurns = sum(mayGo)
  const isEnough = excess !== null && fromTurns >= excess
  if (mayGo.length > 0 && (isEnough || ownMayGo.length === 0 || fromTurns >= sum(ownMayGo))) return { kind: 'turns', count: countFor(mayGo, excess, transcript) }
  return ownMayGo.length === 0 ? null : { kind: 'steps', count: countFor(ownMayGo, excess, transcript) }
}

/** As few as are enough, at least one, and no more than one request can hold. */
function countFor(lengths: readonly number[], excess: number | null, transcript: number): number {
  let covered = 0
  let count = 0
  for (const length of lengths) {
    if (count > 0 && ((excess !== null && covered >= excess) || covered + length > transcript)) break
    covered += length
    count += 1
  }
  return count
}

const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0)
