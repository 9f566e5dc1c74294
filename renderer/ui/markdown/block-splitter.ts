/**
 * Cuts growing Markdown into blocks, line by line. Pure. A block is settled once a later line proves that it has ended; from
 * then on its object never changes. What was fed in one piece or in many gives the same blocks.
 *
 * It knows just enough Markdown to find boundaries; the lexer reads each block by itself. So nothing crosses a boundary: link
 * definitions elsewhere don't resolve and stay text, and HTML, shown as text anyway, ends at a blank line like a paragraph.
 * Each item of an outer list is a block of its own that says whether it continues the list before it.
 */
import {
  closesFence,
  indentOf,
  isBlank,
  isHeading,
  isQuote,
  isRule,
  isUndecided,
  isUnderline,
  listMarker,
  mayCloseFence,
  openingFence,
  withoutBreak,
  type Fence,
} from './line-shape.ts';
import type { Block } from './block.ts';

export type { Block, CodeBlock, TextBlock } from './block.ts';

type Open =
  | { readonly kind: 'paragraph' | 'quote' | 'indented'; readonly source: string }
  | {
      readonly kind: 'item';
      readonly source: string;
      readonly marker: string;
      readonly content: number;
      readonly blank: boolean;
      readonly continues: boolean;
    }
  | { readonly kind: 'code'; readonly source: string; readonly fence: Fence; readonly frozen: readonly string[]; readonly last: string; readonly lines: number };

export interface SplitState {
  readonly settled: readonly Block[];
  readonly open: Open | undefined;
  /** Blank lines that will belong to the next block. */
  readonly lead: string;
  /** What came after the last line break. */
  readonly partial: string;
}

export interface SplitView {
  readonly settled: readonly Block[];
  /** What still may change: at most the open block and what the unfinished line would begin. */
  readonly tail: readonly Block[];
}

const PIECE_LINES = 40;

export const startSplit: SplitState = { settled: [], open: undefined, lead: '', partial: '' };

interface Cursor {
  done: Block[];
  base: number;
  open: Open | undefined;
  lead: string;
}

export function feed(state: SplitState, piece: string): SplitState {
  let lineBreak = piece.indexOf('\n');
  if (lineBreak === -1) return piece === '' ? state : { ...state, partial: state.partial + piece };
  const cursor: Cursor = { done: [], base: state.settled.length, open: state.open, lead: state.lead };
  let start = 0;
  let carried = state.partial;
  while (lineBreak !== -1) {
    step(cursor, carried + piece.slice(start, lineBreak + 1));
    carried = '';
    start = lineBreak + 1;
    lineBreak = piece.indexOf('\n', start);
  }
  const settled = cursor.done.length === 0 ? state.settled : [...state.settled, ...cursor.done];
  return { settled, open: cursor.open, lead: cursor.lead, partial: piece.slice(start) };
}

/** `done` says that no more will come: then everything is settled. */
export function view(state: SplitState, done: boolean): SplitView {
  const { settled, open, partial } = state;
  const cursor: Cursor = { done: [], base: settled.length, open, lead: state.lead };
  const held = !done && (open?.kind === 'code' ? mayCloseFence(partial, open.fence) : isUndecided(partial));
  if (partial !== '' && !held) step(cursor, partial);
  close(cursor, done);
  return done ? { settled: [...settled, ...cursor.done], tail: [] } : { settled, tail: cursor.done };
}

function step(cursor: Cursor, line: string): void {
  const { open } = cursor;
  if (open === undefined) {
    begin(cursor, line);
    return;
  }
  if (open.kind === 'code') {
    growCode(cursor, open, line);
    return;
  }
  const fate = fateOf(open, line);
  if (fate === 'ends-before') {
    close(cursor, true);
    begin(cursor, line, open);
    return;
  }
  cursor.open =
    open.kind === 'item' ? { ...open, source: open.source + line, blank: isBlank(line) } : { ...open, source: open.source + line };
  if (fate === 'ends-after') close(cursor, true);
}

type Fate = 'continues' | 'ends-after' | 'ends-before';

function fateOf(open: Exclude<Open, { kind: 'code' }>, line: string): Fate {
  if (isBlank(line)) return open.kind === 'paragraph' || open.kind === 'quote' ? 'ends-after' : 'continues';
  const indent = indentOf(line);
  if (open.kind === 'indented') return indent >= 4 ? 'continues' : 'ends-before';
  if (open.kind === 'item') {
    if (indent >= open.content) return 'continues';
    if (listMarker(line) !== undefined && indent < 4) return 'ends-before';
    return open.blank || interrupts(line) ? 'ends-before' : 'continues';
  }
  if (open.kind === 'quote') return isQuote(line) || !interrupts(line) ? 'continues' : 'ends-before';
  if (isUnderline(line)) return 'ends-after';
  return interrupts(line) ? 'ends-before' : 'continues';
}

/** Whether a line begins a block of its own even without a blank line before it. */
function interrupts(line: string): boolean {
  if (indentOf(line) >= 4) return false;
  if (openingFence(line) !== undefined || isHeading(line) || isRule(line) || isQuote(line)) return true;
  return listMarker(line)?.interrupts === true;
}

function begin(cursor: Cursor, line: string, before?: Open): void {
  if (isBlank(line)) {
    cursor.lead += line;
    return;
  }
  const source = cursor.lead + line;
  cursor.lead = '';
  const indent = indentOf(line);
  if (indent >= 4) {
    cursor.open = { kind: 'indented', source };
    return;
  }
  const fence = openingFence(line);
  if (fence !== undefined) {
    cursor.open = { kind: 'code', source, fence, frozen: [], last: '', lines: 0 };
    return;
  }
  if (isHeading(line) || isRule(line)) {
    cursor.open = { kind: 'paragraph', source };
    close(cursor, true);
    return;
  }
  const marker = listMarker(line);
  if (marker !== undefined) {
    const continues = before?.kind === 'item' && before.marker === marker.kind;
    cursor.open = { kind: 'item', source, marker: marker.kind, content: marker.content, blank: false, continues };
    return;
  }
  cursor.open = { kind: isQuote(line) ? 'quote' : 'paragraph', source };
}

function growCode(cursor: Cursor, open: Extract<Open, { kind: 'code' }>, line: string): void {
  const source = open.source + line;
  if (closesFence(line, open.fence)) {
    cursor.open = { ...open, source };
    close(cursor, true);
    return;
  }
  const spaces = Math.min(open.fence.indent, indentOf(line));
  const last = open.last + withoutBreak(line).slice(spaces) + (line.endsWith('\n') ? '\n' : '');
  const full = open.lines + 1 >= PIECE_LINES;
  cursor.open = full
    ? { ...open, source, frozen: [...open.frozen, last], last: '', lines: 0 }
    : { ...open, source, last, lines: open.lines + 1 };
}

function close(cursor: Cursor, settled: boolean): void {
  const { open } = cursor;
  if (open === undefined) return;
  const id = cursor.base + cursor.done.length;
  if (open.kind === 'code') {
    const pieces = open.last === '' ? open.frozen : [...open.frozen, open.last];
    cursor.done.push({ kind: 'code', id, source: open.source, info: open.fence.info, pieces, closed: settled });
  } else {
    cursor.done.push({ kind: 'text', id, source: open.source, continues: open.kind === 'item' && open.continues });
  }
  cursor.open = undefined;
}
