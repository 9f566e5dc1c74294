import { Caps, CAP_KEYS, isMoney, LEAST_CAPS, MICROS_PER_DOLLAR, type Cap } from '../../../shared/cap.ts'

const MULTIPLES: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

export type CapProblem =
  | { readonly kind: 'empty' | 'zero' | 'not-a-number' | 'not-whole' | 'too-fine' | 'negative' | 'too-large' }
  | { readonly kind: 'too-small'; readonly least: number }
export type CapEntry = { readonly ok: true; readonly limit: number } | { readonly ok: false; readonly problem: CapProblem }

const refuse = (problem: CapProblem): CapEntry => ({ ok: false, problem })

/** Reads a cap as a person types it: digits, in groups or not, and `k` or `M` behind them; money in dollars, down to a cent's hundredth. */
export function parseCapEntry(typed: string, cap: Cap): CapEntry {
  const text = typed.trim().toLowerCase()
  if (text === '') return refuse({ kind: 'empty' })
  const parts = /^([-−]?)(\$?)\s*(\d+|\d{1,3}(?:[,'’_\s]\d{3})+)(\.\d+)?\s*([km]?)(\$?)$/.exec(text)
  if (parts === null || (!isMoney(cap) && text.includes('$'))) return refuse({ kind: 'not-a-number' })
  const [, sign = '', , digits = '', fraction = '', multiple = ''] = parts
  const whole = Number(digits.replaceAll(/\D/g, ''))
  const exact = Number(`${whole}${fraction}`) * (MULTIPLES[multiple] ?? 1) * (isMoney(cap) ? MICROS_PER_DOLLAR : 1)
  // 1.1 million isn't an exact product in binary; what a person means is.
  const limit = Math.round(exact)
  if (limit === 0 && exact === 0) return refuse({ kind: 'zero' })
  if (sign !== '') return refuse({ kind: 'negative' })
  if (Math.abs(exact - limit) > 1e-6) return refuse({ kind: isMoney(cap) ? 'too-fine' : 'not-whole' })
  if (!Number.isSafeInteger(limit)) return refuse({ kind: 'too-large' })
  const least = LEAST_CAPS[CAP_KEYS[cap]]
  if (limit < least) return refuse({ kind: 'too-small', least })
  return Caps.shape[CAP_KEYS[cap]].safeParse(limit).success ? { ok: true, limit } : refuse({ kind: 'not-a-number' })
}

/** As it stands in the field, to be changed. */
export const capText = (cap: Cap, limit: number | null): string =>
  limit === null ? '' : isMoney(cap) ? String(limit / MICROS_PER_DOLLAR) : limit.toLocaleString('en')
