import { useEffect, useState } from 'react';

export interface CodeSpan {
  readonly text: string;
  /** A colour of the tokens file. */
  readonly color: string | undefined;
}

export type CodeLine = readonly CodeSpan[];

/** Longer code is shown plain: colouring it would hold up the window for longer than it helps. */
const MAX_CHARS = 30_000;
const KEPT = 60;
const cache = new Map<string, readonly CodeLine[]>();

/** Coloured lines of finished code, or `undefined` while (or because) there are none. The library comes with the first code that needs it. */
export function useHighlight(code: string, language: string, finished: boolean): readonly CodeLine[] | undefined {
  const key = `${language}\n${code}`;
  const wanted = finished && language !== '' && code.length <= MAX_CHARS;
  const [, setArrived] = useState('');
  const ready = wanted ? cache.get(key) : undefined;
  useEffect(() => {
    if (!wanted || cache.has(key)) return;
    let current = true;
    import('./highlighter.ts')
      .then(({ highlight }) => highlight(code, language))
      .then((lines) => {
        if (lines === undefined) return;
        remember(key, lines);
        if (current) setArrived(key);
      })
      // Plain code is a complete answer; a grammar that fails to load is no reason to trouble the person.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [wanted, key, code, language]);
  return ready;
}

function remember(key: string, lines: readonly CodeLine[]): void {
  cache.set(key, lines);
  const oldest = cache.keys().next();
  if (cache.size > KEPT && oldest.done !== true) cache.delete(oldest.value);
}
