/** One figure with the bound it has to keep; null: it could not be measured, which misses any bound. */
export interface Bounded {
  readonly name: string
  readonly value: number | null
  readonly atMost: number
  readonly unit: string
}

/** Nearest rank: a value that was really measured. @param share from 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('no values')
  return value
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

export const missedBounds = (figures: readonly Bounded[]): readonly Bounded[] => figures.filter(({ value, atMost }) => value === null || value > atMost)

/** Columns as wide as their widest cell; the first one to the left, numbers to the right. */
export function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ').trimEnd()).join('\n')
}

export const drawBounds = (figures: readonly Bounded[]): string =>
  drawTable(['bound', 'measured', 'at most', ''], figures.map((figure) => [figure.name, figure.value === null ? 'not measured' : `${figure.value} ${figure.unit}`, `${figure.atMost} ${figure.unit}`, missedBounds([figure]).length === 0 ? 'kept' : 'MISSED']))

/** The end of every bench: its bounds where there are any, then with `--json` the one object on the last line. */
export function conclude(json: boolean, report: Readonly<Record<string, unknown>>, bounds: readonly Bounded[]): void {
  if (bounds.length > 0) process.stdout.write(`\n${drawBounds(bounds)}\n`)
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`)
  if (missedBounds(bounds).length > 0) process.exitCode = 1
}
