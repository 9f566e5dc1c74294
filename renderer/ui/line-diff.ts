import { foldCount } from './fold-middle.ts';

export interface DiffRow {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Line numbers from 1; missing on the side where the line isn't. */
  readonly before?: number;
  readonly after?: number;
}

export interface LineDiff {
  readonly rows: readonly DiffRow[];
  /** False when the texts differ too much for the bound: the middle then stands as all removed, all added. Still exact, only longer. */
  readonly minimal: boolean;
}

/** Edits up to this many are searched for the shortest script: at most about a million steps and some megabytes. */
const MAX_EDITS = 1_000;

export function diffLines(before: string, after: string): LineDiff {
  const a = before === '' ? [] : before.split('\n');
  const b = after === '' ? [] : after.split('\n');
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const middle = shortestScript(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const kinds = [...Array<'same'>(head).fill('same'), ...middle.kinds, ...Array<'same'>(tail).fill('same')];
  return { rows: toRows(kinds, a, b), minimal: middle.minimal };
}

function toRows(kinds: readonly DiffRow['kind'][], a: readonly string[], b: readonly string[]): DiffRow[] {
  let i = 0;
  let j = 0;
  return kinds.map((kind) => {
    if (kind === 'removed') return { kind, text: a[i++] ?? '', before: i };
    if (kind === 'added') return { kind, text: b[j++] ?? '', after: j };
    return { kind, text: a[i++] ?? '', before: i, after: ++j };
  });
}

/** Myers' greedy algorithm with a bound on the number of edits. */
function shortestScript(a: readonly string[], b: readonly string[]): { kinds: DiffRow['kind'][]; minimal: boolean } {
  const n = a.length;
  const m = b.length;
  const replace = (): DiffRow['kind'][] => [...Array<'removed'>(n).fill('removed'), ...Array<'added'>(m).fill('added')];
  if (n === 0 || m === 0) return { kinds: replace(), minimal: true };
  const bound = Math.min(n + m, MAX_EDITS);
  const reach = new Int32Array(2 * bound + 3);
  const trace: Int32Array[] = [];
  const at = (k: number) => reach[k + bound + 1] ?? 0;
  for (let d = 0; d <= bound; d += 1) {
    trace.push(reach.slice(bound + 1 - d, bound + 2 + d));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && a[x] === b[x - k]) x += 1;
      reach[k + bound + 1] = x;
      if (x >= n && x - k >= m) return { kinds: walkBack(trace, n, m), minimal: true };
    }
  }
  return { kinds: replace(), minimal: false };
}

/** `trace[d]` holds what round `d` started from, for the diagonals -d…d. */
function walkBack(trace: readonly Int32Array[], n: number, m: number): DiffRow['kind'][] {
  const kinds: DiffRow['kind'][] = [];
  let x = n;
  let y = m;
  for (let d = trace.length - 1; d > 0; d -= 1) {
    const round = trace[d];
    const at = (k: number) => round?.[k + d] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const from = down ? k + 1 : k - 1;
    const fromX = at(from);
    const fromY = fromX - from;
    while (x > fromX && y > fromY && x > 0 && y > 0 && (down ? x > fromX : x > fromX + 1)) {
      kinds.push('same');
      x -= 1;
      y -= 1;
    }
    kinds.push(down ? 'added' : 'removed');
    x = fromX;
    y = fromY;
  }
  for (; x > 0; x -= 1) kinds.push('same');
  return kinds.reverse();
}

export type DiffPart =
  | { readonly kind: 'rows'; readonly rows: readonly DiffRow[] }
  | { readonly kind: 'unchanged'; readonly id: string; readonly rows: readonly DiffRow[] };

const CONTEXT = 3;
const MIN_FOLD = 6;

/** Parts to draw: changes with a few lines around them, and between them runs of unchanged lines to be folded. */
export function diffParts(rows: readonly DiffRow[]): DiffPart[] {
  const near = new Uint8Array(rows.length);
  rows.forEach((row, index) => {
    if (row.kind !== 'same') near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  });
  const parts: DiffPart[] = [];
  let start = 0;
  for (let index = 1; index <= rows.length; index += 1) {
    if (index < rows.length && near[index] === near[start]) continue;
    const run = rows.slice(start, index);
    // A shorter fold would save hardly any room and cost a click.
    parts.push(near[start] === 1 || run.length < MIN_FOLD ? { kind: 'rows', rows: run } : { kind: 'unchanged', id: `same-${String(start)}`, rows: run });
    start = index;
  }
  return parts;
}

/** The ids of all folds: runs of unchanged lines, and lines that are long by themselves. */
export function diffFolds(parts: readonly DiffPart[]): string[] {
  return parts.flatMap((part) => [
    ...(part.kind === 'unchanged' ? [part.id] : []),
    ...part.rows.filter((row) => foldCount(row.text) > 0).map(lineId),
  ]);
}

export function lineId(row: DiffRow): string {
  return `${row.kind}-${String(row.before ?? 0)}-${String(row.after ?? 0)}`;
}

/** How many folds `DiffView` will show for these texts. */
export function diffFoldCount(before: string, after: string): number {
  return diffFolds(diffParts(diffLines(before, after).rows)).length;
}
