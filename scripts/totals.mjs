/**
 * @typedef {{ passed: number, failed: number }} Totals
 */

/**
 * @param {readonly Totals[]} parts
 * @returns {Totals}
 */
export function sumTotals(parts) {
  return parts.reduce((sum, part) => ({ passed: sum.passed + part.passed, failed: sum.failed + part.failed }), { passed: 0, failed: 0 });
}

/**
 * The last line of every run.
 *
 * @param {Totals} totals
 * @returns {string}
 */
export function describeTotals(totals) {
  return `${totals.passed} passed, ${totals.failed} failed`;
}

/**
 * @param {boolean} isPassed
 * @returns {Totals}
 */
export function oneCheck(isPassed) {
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
