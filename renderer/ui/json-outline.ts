import { foldCount } from './fold-middle.ts';

export type JsonRow = { readonly depth: number; readonly key?: string } & (
  | { readonly kind: 'open' | 'close'; readonly text: string }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }
);

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;

/**
 * JSON text as rows to draw, without making objects of it: numbers keep their digits, duplicate keys and `__proto__` stay what they are, and
 * depth costs no stack. `undefined` when it isn't JSON; the caller then shows the bytes.
 */
export function outlineJson(source: string): JsonRow[] | undefined {
  const rows: JsonRow[] = [];
  const stack: ('{' | '[')[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const eat = (mark: string): boolean => {
    take(SPACE);
    if (source[at] !== mark) return false;
    at += 1;
    return true;
  };

  for (;;) {
    // A value is due here, with a key before it inside an object.
    let key: { key: string } | undefined;
    if (stack.at(-1) === '{') {
      take(SPACE);
      const name = decode(take(STRING));
      if (name === undefined || !eat(':')) return undefined;
      key = { key: name };
    }
    take(SPACE);
    const depth = stack.length;
    const mark = source[at];
    if (mark === '{' || mark === '[') {
      at += 1;
      const end = mark === '{' ? '}' : ']';
      if (eat(end)) rows.push({ depth, ...key, kind: 'open', text: mark + end });
      else {
        rows.push({ depth, ...key, kind: 'open', text: mark });
        stack.push(mark);
        continue;
      }
    } else {
      const scalar = takeScalar(mark, take);
      if (scalar === undefined) return undefined;
      rows.push({ depth, ...key, ...scalar });
    }
    // After a value: a comma, or any number of closing brackets.
    for (;;) {
      const open = stack.at(-1);
      if (open === undefined) {
        take(SPACE);
        return at === source.length ? rows : undefined;
      }
      if (eat(',')) break;
      const end = open === '{' ? '}' : ']';
      if (!eat(end)) return undefined;
      stack.pop();
      rows.push({ depth: stack.length, kind: 'close', text: end });
    }
  }
}

function takeScalar(mark: string | undefined, take: (pattern: RegExp) => string | undefined) {
  if (mark === '"') {
    const text = decode(take(STRING));
    return text === undefined ? undefined : ({ kind: 'string', text } as const);
  }
  const number = take(NUMBER);
  if (number !== undefined) return { kind: 'number', text: number } as const;
  const word = take(WORD);
  return word === undefined ? undefined : ({ kind: 'word', text: word } as const);
}

function decode(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  try {
    const text: unknown = JSON.parse(token);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** More rows than this are folded in the middle, counted as one fold. */
export const JSON_ROWS = { shownFrom: 400, head: 200, tail: 50 };

/** The ids of all folds in the order of the rows. */
export function jsonFolds(source: string, rows: readonly JsonRow[] | undefined): string[] {
  if (rows === undefined) return foldCount(source) === 0 ? [] : ['raw'];
  const ids = rows.length > JSON_ROWS.shownFrom ? ['rows'] : [];
  rows.forEach((row, index) => {
    if (row.key !== undefined && foldCount(row.key) > 0) ids.push(`key-${String(index)}`);
    if (foldCount(row.text) > 0) ids.push(`value-${String(index)}`);
  });
  return ids;
}

/** How many folds `JsonView` will show for this source. */
export function jsonFoldCount(source: string): number {
  return jsonFolds(source, outlineJson(source)).length;
}
