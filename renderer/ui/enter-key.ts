/** The part of a key event that tells what Enter means. React's and the DOM's events both fit. */
export interface EnterFacts {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly keyCode: number;
  readonly nativeEvent?: { readonly isComposing: boolean };
  readonly isComposing?: boolean;
}

/**
 * True while an input method is choosing a candidate. Some engines end the composition before the key event that ended it
 * and mark that key only by code 229, so both signs count.
 */
export function isComposing(event: EnterFacts): boolean {
  return event.isComposing === true || event.nativeEvent?.isComposing === true || event.keyCode === 229;
}

export type EnterMeaning = 'submit' | 'newline' | 'compose' | 'none';

/** `mode` says which Enter sends: the bare one, or only Ctrl/⌘ Enter (then the bare one is a new line). */
export function enterMeaning(event: EnterFacts, mode: 'enter' | 'mod-enter' = 'enter'): EnterMeaning {
  if (event.key !== 'Enter') return 'none';
  if (isComposing(event)) return 'compose';
  const mod = event.ctrlKey || event.metaKey;
  if (event.shiftKey || event.altKey) return 'newline';
  if (mode === 'mod-enter') return mod ? 'submit' : 'newline';
  return 'submit';
}
