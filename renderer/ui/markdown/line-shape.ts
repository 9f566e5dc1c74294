/** What the beginning of one line of Markdown says. Pure; the line may end with its line break. */

export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
  readonly info: string;
}

export interface ListMarker {
  /** Two markers belong to one list when this is the same: the bullet, or the delimiter of the number. */
  readonly kind: string;
  /** Column at which the item's content begins. */
  readonly content: number;
  /** Whether it may begin a list in the middle of a paragraph: not empty, and numbered from 1. */
  readonly interrupts: boolean;
}

const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const QUOTE = /^ {0,3}>/;
const ITEM = /^([ \t]*)([-+*]|\d{1,9}[.)])(?=[ \t]|$)([ \t]*)(.*)$/;
const ONLY_MARKS = /^[ \t]*(?:[-=*_+#>`~|:\\$!]+|\d{1,9}[.)]?)[ \t]*$/;

export function withoutBreak(line: string): string {
  return line.replace(/\r?\n$/, '');
}

export function isBlank(line: string): boolean {
  return /^[ \t\r\n]*$/.test(line);
}

/** Columns of leading white space; a tab goes to the next multiple of four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const letter of line) {
    if (letter === ' ') columns += 1;
    else if (letter === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

export function openingFence(line: string): Fence | undefined {
  const found = FENCE.exec(withoutBreak(line));
  if (found === null) return undefined;
  const [, spaces = '', run = '', info = ''] = found;
  const mark = run.startsWith('~') ? '~' : '`';
  if (mark === '`' && info.includes('`')) return undefined;
  return { mark, length: run.length, indent: spaces.length, info: info.trim() };
}

export function closesFence(line: string, fence: Fence): boolean {
  const found = FENCE.exec(withoutBreak(line));
  if (found === null) return false;
  const [, , run = '', rest = ''] = found;
  return run.startsWith(fence.mark) && run.length >= fence.length && rest.trim() === '';
}

/** Could become a closing fence with the next characters. */
export function mayCloseFence(partial: string, fence: Fence): boolean {
  return /^ {0,3}[`~]+[ \t]*$/.test(partial) && partial.trimStart().startsWith(fence.mark);
}

export function isHeading(line: string): boolean {
  return HEADING.test(withoutBreak(line));
}

export function isRule(line: string): boolean {
  return RULE.test(withoutBreak(line));
}

export function isUnderline(line: string): boolean {
  return UNDERLINE.test(withoutBreak(line));
}

export function isQuote(line: string): boolean {
  return QUOTE.test(line);
}

export function listMarker(line: string): ListMarker | undefined {
  const found = ITEM.exec(withoutBreak(line));
  if (found === null) return undefined;
  const [, spaces = '', marker = '', gap = '', rest = ''] = found;
  const indent = indentOf(spaces);
  const gapColumns = indentOf(' '.repeat(indent + marker.length) + gap) - indent - marker.length;
  const inner = rest === '' || gapColumns > 4 ? 1 : gapColumns;
  const kind = marker.slice(-1);
  const first = marker.length === 1 || marker.slice(0, -1) === '1';
  return { kind, content: indent + marker.length + inner, interrupts: rest !== '' && first };
}

/** A last line of which only marks have come so far: nobody can tell yet what it will be, so it isn't drawn yet. */
export function isUndecided(partial: string): boolean {
  return ONLY_MARKS.test(partial);
}
