/** Milliseconds since 1970; `to` is the first moment after it. */
export interface LocalSpan { readonly from: number; readonly to: number }
export interface LocalDay extends LocalSpan { readonly day: string }

/** The person's local day that `at` is in, moved by `offset` days: it has 23, 24 or 25 hours, and begins at one where a clock skips midnight. */
export function localDay(at: number, offset = 0): LocalDay {
  const base = new Date(at)
  const start = new Date(base.getFullYear(), base.getMonth(), base.getDate() + offset)
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
  const day = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}-${String(start.getDate()).padStart(2, '0')}`
  return { from: start.getTime(), to: end.getTime(), day }
}

/** The person's local month that `at` is in. */
export function localMonth(at: number): LocalSpan {
  const base = new Date(at)
  return { from: new Date(base.getFullYear(), base.getMonth(), 1).getTime(), to: new Date(base.getFullYear(), base.getMonth() + 1, 1).getTime() }
}
