/**
 * A failure whose message is written for the person at the terminal: what happened, what was kept, what to do.
 * It is printed as it stands, without a stack.
 */
export class PlainFailure extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'PlainFailure';
  }
}

/** The person stopped the command; the exit status follows the shell's convention of 128 plus the signal's number. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.name = 'Interrupted';
    this.signal = signal;
  }
}

const failuresOfTheDisk = new Map([
  ['EACCES', 'is not writable for this user'],
  ['EPERM', 'is not writable for this user'],
  ['EROFS', 'is on a read-only disk'],
  ['ENOSPC', 'is on a disk without free space'],
]);

/**
 * @param {unknown} error
 * @param {string} root
 * @returns {string}
 */
export function describeFailure(error, root) {
  if (error instanceof PlainFailure || error instanceof Interrupted) return error.message;
  if (!(error instanceof Error)) return `Something unexpected went wrong: ${String(error)}`;
  const diskFailure = failuresOfTheDisk.get(/** @type {NodeJS.ErrnoException} */ (error).code ?? '');
  if (diskFailure !== undefined) {
    return [
      `Gatehouse's folder ${root} ${diskFailure} (${error.message}).`,
      'Your chats and settings live elsewhere and were not touched.',
      'Make the folder writable or free some space, then run the same command again.',
    ].join('\n');
  }
  return [
    `Something unexpected went wrong: ${error.stack ?? error.message}`,
    'Your chats and settings were not touched. Run the same command again; if it fails again, this text says where.',
  ].join('\n');
}
