export interface Folded {
  readonly head: string;
  readonly tail: string;
  /** Characters (code points) between head and tail. */
  readonly hidden: number;
}

const MAX_CHARS = 1_200;
const MAX_LINES = 24;
const HEAD = { chars: 700, lines: 14 };
const TAIL = { chars: 300, lines: 6 };

/** Folds a long value in its middle; `undefined` when it is short enough to be shown whole. */
export function foldMiddle(text: string): Folded | undefined {
  if (text.length <= MAX_CHARS && !hasMoreLines(text, MAX_LINES)) return undefined;
  const headEnd = safeCut(text, Math.min(HEAD.chars, lineEnd(text, HEAD.lines)));
  const tailStart = safeCut(text, Math.max(headEnd, text.length - TAIL.chars, lineStartFromEnd(text, TAIL.lines)));
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), hidden: codePoints(text, headEnd, tailStart) };
}

/** How many folds `OutsiderText` will show for this value. */
export function foldCount(text: string): number {
  return foldMiddle(text) === undefined ? 0 : 1;
}

/** Cuts long text into pieces that can be drawn one by one, at line ends where there are any. Joined they are the text. */
export function cutIntoPieces(text: string, size = 2_000): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    let end = Math.min(text.length, at + size);
    if (end < text.length) {
      const lineBreak = text.lastIndexOf('\n', end - 1);
      end = lineBreak > at ? lineBreak + 1 : Math.max(at + 1, safeCut(text, end));
    }
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** Moves a cut back so that it parts neither a surrogate pair nor a letter from its marks or joiners. */
export function safeCut(text: string, index: number): number {
  let at = index;
  for (let steps = 0; steps < 32 && at > 0 && at < text.length && !isBoundary(text, at); steps += 1) at -= 1;
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}

function isBoundary(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  if (unit >= 0xdc00 && unit <= 0xdfff) return false;
  if (before === 0x200d || unit === 0x200d || unit === 0xfe0f) return false;
  return !/^\p{M}/u.test(text.slice(at, at + 2));
}

function hasMoreLines(text: string, lines: number): boolean {
  return lineEnd(text, lines) < text.length;
}

/** Index after the line break that ends line `lines`, or the text's length. */
function lineEnd(text: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

function lineStartFromEnd(text: string, lines: number): number {
  let at = text.length;
  for (let line = 0; line < lines; line += 1) {
    const previous = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    if (previous === -1) return 0;
    at = previous;
  }
  return at + 1;
}

function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff || !isHigh(text.charCodeAt(at - 1))) count += 1;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
