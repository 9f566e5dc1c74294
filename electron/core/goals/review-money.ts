/** What was spent today, in millionths of a dollar, used or set aside: by reviews, and by everything. Null where it can't be read. */
export interface ReviewSpending { readonly reviews: number; readonly all: number }

export interface ReviewLimits {
  readonly perReview: number
  readonly perDay: number
  /** The person's own caps; null: none. */
  readonly globalPerRun: number | null
  readonly globalPerDay: number | null
}

export type ReviewMoney = { readonly money: number } | { readonly why: string }

const UNREADABLE_SPENDING = 'No review runs: what was spent today can’t be read.'

/** The lower of the reviewer's figure and the person's. */
export const reviewsPerDay = ({ perDay, globalPerDay }: Pick<ReviewLimits, 'perDay' | 'globalPerDay'>): number => (globalPerDay === null ? perDay : Math.min(perDay, globalPerDay))

/** What one review may cost now: never more than is left of the day, so that reviews together can't overshoot it. */
export function reviewMoney(limits: ReviewLimits, spending: ReviewSpending | null): ReviewMoney {
  if (spending === null || ![spending.reviews, spending.all].every((figure) => Number.isSafeInteger(figure) && figure >= 0)) return { why: UNREADABLE_SPENDING }
  const { perReview, globalPerRun, globalPerDay } = limits
  const left = reviewsPerDay(limits) - spending.reviews
  if (left <= 0) return { why: 'No review runs: what reviews may cost a day is used up.' }
  const leftOfAll = globalPerDay === null ? left : globalPerDay - spending.all
  if (leftOfAll <= 0) return { why: 'No review runs: what may be spent a day is used up.' }
  return { money: Math.min(left, leftOfAll, perReview, globalPerRun ?? perReview) }
}
