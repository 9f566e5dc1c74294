import { useState, type RefCallback } from 'react';

export interface ScrollStop {
  readonly ref: RefCallback<HTMLElement>;
  /** 0 while there is more than fits, so that keys can scroll it; left out otherwise, so that Tab doesn't stop for nothing. */
  readonly tabIndex: 0 | undefined;
}

/** For an element that scrolls and may hold nothing else that takes the focus. */
export function useScrollStop(): ScrollStop {
  const [scrolls, setScrolls] = useState(false);
  const [ref] = useState((): RefCallback<HTMLElement> => (element) => {
    if (element === null) return;
    const look = () => setScrolls(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    look();
    return () => observer.disconnect();
  });
  return { ref, tabIndex: scrolls ? 0 : undefined };
}
