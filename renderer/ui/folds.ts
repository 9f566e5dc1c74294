import { useState } from 'react';

export interface Folds {
  left: number;
  isOpen: (id: string) => boolean;
  open: (id: string) => void;
  openAll: () => void;
}

/**
 * Which folds of one value a person has opened. Another `subject` starts with all of them closed: what was read of one value
 * says nothing about the next. `onOpened` gets the number still closed.
 */
export function useFolds(subject: string, ids: readonly string[], startOpen: boolean, onOpened?: (left: number) => void): Folds {
  const [state, setState] = useState<{ subject: string; opened: ReadonlySet<string> }>(() => ({
    subject,
    opened: new Set(startOpen ? ids : []),
  }));
  if (state.subject !== subject) setState({ subject, opened: new Set() });
  const { opened } = state;
  const become = (next: ReadonlySet<string>) => {
    if (next.size === opened.size) return;
    setState({ subject, opened: next });
    onOpened?.(ids.length - next.size);
  };
  return {
    left: ids.length - opened.size,
    isOpen: (id) => opened.has(id),
    open: (id) => become(new Set([...opened, id])),
    openAll: () => become(new Set(ids)),
  };
}
