const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; ms: number; below: number }[] = [
  { unit: 'second', ms: 1_000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: 30 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000, below: 365 * 86_400_000 },
  { unit: 'year', ms: 365 * 86_400_000, below: Number.POSITIVE_INFINITY },
];

/**
 * "3 min. ago", "in 2 days", in the words of the locale. Under ten seconds either way it says "now", so that lists don't flicker
 * and small differences between two clocks don't read as the future.
 */
export function relativeTimeText(at: number, now: number, locale: string): string {
  const delta = at - now;
  const size = Math.abs(delta);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  if (size < 10_000) return words.format(0, 'second');
  const step = STEPS.find((candidate) => size < candidate.below);
  if (step === undefined) return words.format(0, 'second');
  return words.format(Math.sign(delta) * Math.floor(size / step.ms), step.unit);
}
