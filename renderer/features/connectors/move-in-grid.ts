const STOPS = '[role="switch"], [role="checkbox"], input[type="checkbox"]:not([aria-hidden])'

const stopsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(STOPS)]

/** Moves the focus from one switch of a table to the next in the direction of an arrow. False: there was nothing to do. */
export function moveInGrid(table: Element, from: EventTarget, key: string): boolean {
  if (!(from instanceof HTMLElement) || !from.matches(STOPS)) return false
  const rows = [...table.querySelectorAll('tr')].map(stopsOf).filter((stops) => stops.length > 0)
  const rowAt = rows.findIndex((stops) => stops.includes(from))
  const row = rows[rowAt]
  if (row === undefined) return false
  const next = target(rows, row, rowAt, row.indexOf(from), key)
  next?.focus()
  return next !== undefined
}

function target(rows: readonly HTMLElement[][], row: readonly HTMLElement[], rowAt: number, at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowRight': return row[at + 1]
    case 'ArrowLeft': return row[at - 1]
    case 'ArrowDown': return nearest(rows[rowAt + 1], at)
    case 'ArrowUp': return nearest(rows[rowAt - 1], at)
    default: return undefined
  }
}

/** The line of a class has one switch only. */
const nearest = (row: readonly HTMLElement[] | undefined, at: number): HTMLElement | undefined => row?.[at] ?? row?.at(-1)
