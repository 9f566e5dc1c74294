/**
 * @typedef {{ kind: 'browser', reason: string }} ChosenShell
 *   `reason` completes the sentence "… because …" of the line that a person reads at start.
 */

/**
 * The one place that decides between the shells. Electron comes first here, once it is part of the dependencies: its
 * binary is there, or there is a display and its installer succeeds within 60 seconds.
 *
 * @returns {ChosenShell}
 */
export function chooseShell() {
  return { kind: 'browser', reason: 'Electron is not part of this version yet' };
}
