import { NO_FILTER, type RunFilter } from '../../../shared/run-log.ts'

/** A filter as a person chose it: its time is told from now on, and becomes fixed when it is asked with. */
export interface ChosenFilter extends Omit<RunFilter, 'from' | 'to'> { readonly time: TimeChoice | null }

export type TimeChoice = 'hour' | 'day' | 'week' | 'month'
const HOUR_MS = 3_600_000
const LENGTHS: Readonly<Record<TimeChoice, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS }
export const TIMES: readonly TimeChoice[] = ['hour', 'day', 'week', 'month']

const { from: _from, to: _to, ...nothing } = NO_FILTER
export const NOTHING_CHOSEN: ChosenFilter = { ...nothing, time: null }

export function toRunFilter({ time, ...chosen }: ChosenFilter, now: number): RunFilter {
  return { ...chosen, query: chosen.query.trim(), from: time === null ? null : now - LENGTHS[time], to: null }
}

export const isFiltered = (chosen: ChosenFilter): boolean => JSON.stringify({ ...chosen, query: chosen.query.trim() }) !== JSON.stringify(NOTHING_CHOSEN)
