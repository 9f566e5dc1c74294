import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { PlainFailure } from './plain-failure.mjs';
import { createLineCheck } from './verify-line.mjs';

/** A line is a header and what is kept of its content; longer than this is no line of ours, and would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * Checks the chain of an audit export, line by line, with nothing but this file: says that it holds, or names the first
 * line that doesn't and why.
 *
 * @param {{ print: (line: string) => void, startedIn: string }} surroundings `startedIn`: where a relative path begins
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status: 0 when the chain holds, 1 when not
 */
export async function verify({ print, startedIn }, args) {
  const isJson = args.includes('--json');
  const rest = args.filter((argument) => argument !== '--json');
  const [file] = rest;
  if (file === undefined || rest.length > 1 || file.startsWith('-')) {
    throw new PlainFailure('Say which export to check: npm run verify -- FILE, where FILE was saved on the Runs page of Gatehouse. Nothing was checked.');
  }
  const report = await checkFile(resolve(startedIn, file));
  print(report.sentence);
  if (report.advice !== undefined) print(report.advice);
  if (isJson) print(JSON.stringify({ check: 'verify', file, holds: report.line === null, line: report.line, ...report.facts, sentence: report.sentence }));
  return report.line === null ? 0 : 1;
}

/**
 * @typedef {{ sentence: string, advice?: string, line: number | null, facts: { records: number, from: number | null, before: string | null, chain: string | null } }} Report
 *
 * @param {string} file
 * @returns {Promise<Report>} `line` null: all of it holds
 */
async function checkFile(file) {
  const check = createLineCheck();
  let number = 0;
  const report = (/** @type {number | null} */ line, /** @type {string} */ sentence, /** @type {string | undefined} */ advice = undefined) =>
    ({ line, sentence, ...(advice === undefined ? {} : { advice }), facts: check.facts() });
  try {
    for await (const text of linesOf(file)) {
      number += 1;
      if (text === '' && check.isEnded()) continue;
      const problem = text.length > LONGEST_LINE ? 'it is longer than any line of an export' : check.take(text);
      if (problem !== null) return report(number, `Line ${number}: ${problem}.`, number === 1 ? undefined : 'The lines before it hold. Export again where it came from, and compare.');
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new PlainFailure(`There is no file ${file}. Nothing was checked.`);
    if (code === 'EISDIR') throw new PlainFailure(`${file} is a folder. Say which file in it to check. Nothing was checked.`);
    if (code === 'EACCES' || code === 'EPERM') throw new PlainFailure(`${file} may not be read from this account. Nothing was checked.`);
    throw error;
  }
  if (number === 0) return report(1, 'Line 1: the file is empty.');
  if (!check.isEnded()) return report(number + 1, `Line ${number + 1}: the export is cut: its last line, which says where it ends, is not there.`, 'The lines that are there hold.');
  const { records, before, chain } = check.facts();
  return report(null, records === 0
    ? 'The export holds, and there is no record in it.'
    : `The chain holds: ${records} ${records === 1 ? 'record' : 'records'}, none changed, removed, added or moved${before === '' ? ', from the very first on' : ''}.`,
  `It ends with ${chain}. Compare this with what Gatehouse shows or with an export you trust: whoever can write the whole file can also make a chain of their own.${before === '' ? '' : ` It goes on from ${before}.`}`);
}

/**
 * Lines end with a line feed and with nothing else: other signs that end lines may stand in a text.
 *
 * @param {string} file
 */
async function* linesOf(file) {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = String(chunk).split('\n');
    const whole = rest + (lines.shift() ?? '');
    if (lines.length === 0 && whole.length <= LONGEST_LINE) {
      rest = whole;
      continue;
    }
    yield whole;
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
