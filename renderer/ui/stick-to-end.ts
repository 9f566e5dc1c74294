import { useCallback, useEffect, useRef, useState, type RefCallback } from 'react';
import { followEnd, followStart, type FollowEvent, type FollowState } from './follow-end.ts';

export interface StickToEnd {
  /** On the element that scrolls (a plain one or a virtual list's). */
  scrollerRef: RefCallback<HTMLElement>;
  /** On the element inside it whose height grows. */
  contentRef: RefCallback<HTMLElement>;
  following: boolean;
  hasNew: boolean;
  toEnd: () => void;
}

const CLICKABLE = 'a, button, input, textarea, select, summary, label, [role="button"], [role="switch"], [tabindex="0"]';

/**
 * Keeps the end in sight while content grows, unless the person reads above, presses, or rests the pointer on something clickable
 * inside. Reading above is never interrupted. Text being selected counts as pressed.
 */
export function useStickToEnd(): StickToEnd {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState({ following: true, hasNew: false });
  const state = useRef<FollowState>(followStart);

  const apply = useCallback((element: HTMLElement, event: FollowEvent) => {
    const step = followEnd(state.current, event);
    state.current = step.state;
    if (step.move) element.scrollTop = element.scrollHeight;
    const { following, hasNew } = step.state;
    setShown((before) => (before.following === following && before.hasNew === hasNew ? before : { following, hasNew }));
  }, []);

  useEffect(() => {
    if (scroller === null) return;
    const facts = () => ({ top: scroller.scrollTop, view: scroller.clientHeight, height: scroller.scrollHeight });
    const scrolled = () => apply(scroller, { kind: 'scrolled', facts: facts() });
    const grew = () => apply(scroller, { kind: 'grew', facts: facts() });
    const wheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && scroller.scrollHeight > scroller.clientHeight) apply(scroller, { kind: 'turned-up' });
    };
    let pressed = false;
    let over = false;
    const report = () => apply(scroller, { kind: pressed || over ? 'held' : 'released' });
    const down = () => {
      pressed = true;
      report();
    };
    const up = () => {
      pressed = false;
      report();
    };
    const move = (event: PointerEvent) => {
      const { target } = event;
      const now = target instanceof Element && target !== scroller && scroller.contains(target.closest(CLICKABLE));
      const onScroller = target instanceof Element && target.closest(CLICKABLE) === scroller;
      if ((now && !onScroller) === over) return;
      over = now && !onScroller;
      report();
    };
    const leave = () => {
      over = false;
      report();
    };
    const observer = new ResizeObserver(grew);
    observer.observe(scroller);
    if (content !== null) observer.observe(content);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    scroller.addEventListener('wheel', wheel, { passive: true });
    scroller.addEventListener('pointerdown', down);
    scroller.addEventListener('pointerover', move);
    scroller.addEventListener('pointerleave', leave);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    grew();
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', scrolled);
      scroller.removeEventListener('wheel', wheel);
      scroller.removeEventListener('pointerdown', down);
      scroller.removeEventListener('pointerover', move);
      scroller.removeEventListener('pointerleave', leave);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    };
  }, [scroller, content, apply]);

  const toEnd = useCallback(() => {
    if (scroller !== null) apply(scroller, { kind: 'to-end' });
  }, [scroller, apply]);

  return { scrollerRef: setScroller, contentRef: setContent, ...shown, toEnd };
}
