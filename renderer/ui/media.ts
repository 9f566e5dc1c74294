import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 899px)';

/** Whether the window is too narrow for panels beside the content. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => false);
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}
