import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { inspect } from 'node:util';

const slowestShown = 10;
const longestKeptOutput = 20_000;

/**
 * Prints every failure at once with the first line of what was wrong; at the end each in full with what its file printed,
 * notes that tests leave, and the slowest tests. Only leaves and failed groups are counted. A skipped test counts as a
 * failure: what a test needs is there, or it fails. The totals go to the file named by GATEHOUSE_TEST_TOTALS.
 *
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(events) {
  const run = new RunRecord();
  for await (const event of events) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') run.keepOutput(event.data.file, event.data.message);
    if (event.type === 'test:diagnostic' && event.data.file !== undefined) yield `note: ${event.data.message}\n`;
    if (event.type === 'test:start') run.enter(event.data);
    if (event.type === 'test:pass' || event.type === 'test:fail') yield* run.leave(event.type === 'test:pass', event.data);
  }
  yield run.describeFailures();
  yield run.describeSlowest();
  const totalsFile = process.env.GATEHOUSE_TEST_TOTALS;
  if (totalsFile !== undefined) writeFileSync(totalsFile, JSON.stringify(run.totals));
}

/** @typedef {{ name: string, nesting: number, file?: string | undefined }} Place */
/** @typedef {import('node:test').EventData.TestPass | import('node:test').EventData.TestFail} Result */

class RunRecord {
  totals = { passed: 0, failed: 0 };
  /** @type {Map<string, string[]>} */
  #openNames = new Map();
  /** @type {Map<string, string>} */
  #outputs = new Map();
  /** @type {{ title: string, file: string, problem: string }[]} */
  #failures = [];
  /** @type {{ title: string, milliseconds: number }[]} */
  #durations = [];

  /**
   * @param {string | undefined} file
   * @param {string} message
   */
  keepOutput(file, message) {
    const name = shortName(file);
    this.#outputs.set(name, ((this.#outputs.get(name) ?? '') + message).slice(-longestKeptOutput));
  }

  /** @param {Place} place */
  enter(place) {
    const names = this.#openNames.get(shortName(place.file)) ?? [];
    this.#openNames.set(shortName(place.file), [...names.slice(0, place.nesting), place.name]);
  }

  /**
   * @param {boolean} isPassed
   * @param {Result} data
   * @returns {Generator<string>}
   */
  *leave(isPassed, data) {
    const file = shortName(data.file);
    const names = this.#openNames.get(file) ?? [];
    const isFileItself = data.nesting === 0 && shortName(data.name) === file;
    const title = isFileItself ? file : [file, ...names.slice(0, data.nesting), data.name].join(' › ');
    const problem = isPassed ? describeUnwanted(data, file) : describeError(data);
    if (problem === undefined) {
      if (data.details.type === 'suite') return;
      this.totals.passed += 1;
      this.#durations.push({ title, milliseconds: data.details.duration_ms });
      return;
    }
    if (problem === 'counted in its parts') return;
    this.totals.failed += 1;
    this.#failures.push({ title, file, problem });
    yield `FAILED ${title}: ${problem.split('\n', 1)[0]?.slice(0, 200) ?? ''}\n`;
  }

  describeFailures() {
    const parts = this.#failures.map(({ title, file, problem }, index) => {
      const output = this.#outputs.get(file);
      const isLastOfFile = this.#failures[index + 1]?.file !== file;
      const printed = output === undefined || !isLastOfFile ? '' : `\n  printed by ${file}:\n${indent(output.trimEnd(), 4)}`;
      return `\n${index + 1}) ${title}\n${indent(problem, 2)}${printed}\n`;
    });
    return parts.join('');
  }

  describeSlowest() {
    const slowest = this.#durations.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestShown);
    if (slowest.length === 0) return '';
    const lines = slowest.map(({ title, milliseconds }) => `${String(Math.round(milliseconds)).padStart(7)} ms  ${title}`);
    return `\nslowest tests:\n${lines.join('\n')}\n\n`;
  }
}

/**
 * @param {Result} data
 * @param {string} file
 * @returns {string | undefined}
 */
function describeUnwanted(data, file) {
  if (data.skip !== undefined) return `It was skipped${typeof data.skip === 'string' && data.skip !== '' ? `: ${data.skip}` : ''}.`;
  if (data.todo !== undefined) return 'It is marked as still to be done.';
  if (data.nesting === 0 && shortName(data.name) === file) return 'The file ran no test.';
  return undefined;
}

/**
 * @param {Result} data
 * @returns {string}
 */
function describeError(data) {
  /** @type {unknown} */
  const error = 'error' in data.details ? data.details.error : undefined;
  const type = isRecord(error) ? error.failureType : undefined;
  if (type === 'subtestsFailed') return 'counted in its parts';
  const cause = isRecord(error) && error.cause !== undefined ? error.cause : error;
  if (isRecord(error) && type === 'testCodeFailure' && (isEnding(error.exitCode) || isEnding(error.signal))) {
    return `The file's process ended with ${typeof error.signal === 'string' ? error.signal : `exit status ${Number(error.exitCode)}`}.`;
  }
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 6 });
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}

/** @param {unknown} value */
function isEnding(value) {
  return value !== undefined && value !== null;
}

/** @param {string | undefined} file */
function shortName(file) {
  return file === undefined ? 'unknown file' : relative(process.cwd(), resolve(file)).split('\\').join('/');
}

/**
 * @param {string} text
 * @param {number} width
 */
function indent(text, width) {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}
