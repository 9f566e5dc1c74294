import { MICROS_PER_DOLLAR } from '../../../shared/cap.ts'

/** What can't be read as a figure is -1, which no rule takes. */
export const typedFigure = (typed: string): number => (/^\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : -1)

/** Typed dollars in millionths; -1 for what can't be read. */
export function typedMicros(typed: string): number {
  const dollars = typedFigure(typed)
  return dollars < 0 ? -1 : Math.round(dollars * MICROS_PER_DOLLAR)
}
