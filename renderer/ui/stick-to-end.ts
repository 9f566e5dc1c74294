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
  /** Before a move to another place on the person's word: the end is no longer followed. */
  leaveEnd: () => void;
}

const CLICKABLE = 'a, button, input, textarea, select, summary, label, [role="button"], [role="switch"], [tabindex="0"]';

/**
 * The person used a key elsewhere, or went to the end on purpose, and hasn't moved the pointer since: it holds nothing. There is
 * one pointer, whatever scrolls, and sending a message may draw the thread anew.
 */
const pointer = { isResting: false };

/**
 * Keeps the end in sight while content grows, unless the person reads above, presses, or rests the pointer on something clickable
 * inside and used no key since. Reading above is never interrupted. Text being selected counts as pressed.
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
    const { hasNew } = step.state;
    // While held back the end isn't in sight either, and the way to it is offered.
    const following = step.state.following && !hasNew;
    setShown((before) => (before.following === following && before.hasNew === hasNew ? before : { following, hasNew }));
  }, []);

  useEffect(() => {
    if (scroller === null) return;
    const facts = () => ({ top: scroller.scrollTop, view: scroller.clientHeight, height: scroller.scrollHeight });
    let pressed = false;
    let movedAt = -Infinity;
    let turnedUpAt = -Infinity;
    let resizedAt = -Infinity;
    const moved = () => {
      movedAt = performance.now();
    };
    const keyed = (event: KeyboardEvent) => {
      moved();
      if (event.target instanceof Node && scroller.contains(event.target)) return;
      pointer.isResting = true;
      report();
    };
    // A virtual list corrects its own position right after a change of size; that isn't a person turning up.
    const scrolled = () => {
      const now = performance.now();
      // A late event of our own move to the end must not undo that the person has just turned up.
      if (now - turnedUpAt < 300) return apply(scroller, { kind: 'turned-up' });
      const isCorrection = now - resizedAt < 150 && now - movedAt > 400 && !pressed;
      apply(scroller, { kind: isCorrection ? 'grew' : 'scrolled', facts: facts() });
    };
    const grew = () => {
      resizedAt = performance.now();
      apply(scroller, { kind: 'grew', facts: facts() });
    };
    const wheel = (event: WheelEvent) => {
      moved();
      if (event.deltaY >= 0 || scroller.scrollHeight <= scroller.clientHeight) return;
      turnedUpAt = performance.now();
      apply(scroller, { kind: 'turned-up' });
    };
    let over = false;
    const report = () => apply(scroller, { kind: pressed || (over && !pointer.isResting) ? 'held' : 'released' });
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
    // Unlike `pointerover` it never comes from content that moved under a still pointer.
    const wake = () => {
      if (!pointer.isResting) return;
      pointer.isResting = false;
      report();
    };
    const observer = new ResizeObserver(grew);
    observer.observe(scroller);
    if (content !== null) observer.observe(content);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    scroller.addEventListener('wheel', wheel, { passive: true });
    scroller.addEventListener('touchmove', moved, { passive: true });
    window.addEventListener('keydown', keyed);
    scroller.addEventListener('pointerdown', down);
    scroller.addEventListener('pointerover', move);
    scroller.addEventListener('pointerleave', leave);
    scroller.addEventListener('pointermove', wake);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    grew();
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', scrolled);
      scroller.removeEventListener('wheel', wheel);
      scroller.removeEventListener('touchmove', moved);
      window.removeEventListener('keydown', keyed);
      scroller.removeEventListener('pointerdown', down);
      scroller.removeEventListener('pointerover', move);
      scroller.removeEventListener('pointerleave', leave);
      scroller.removeEventListener('pointermove', wake);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      // What was held was in the elements that are gone.
      state.current = followEnd(state.current, { kind: 'released' }).state;
    };
  }, [scroller, content, apply]);

  const toEnd = useCallback(() => {
    pointer.isResting = true;
    if (scroller !== null) apply(scroller, { kind: 'to-end' });
  }, [scroller, apply]);

  const leaveEnd = useCallback(() => {
    if (scroller !== null) apply(scroller, { kind: 'turned-up' });
  }, [scroller, apply]);

  return { scrollerRef: setScroller, contentRef: setContent, ...shown, toEnd, leaveEnd };
}
