import type { CustomContainerComponentProps } from 'virtua';

/**
 * The element that a virtual list draws its rows in (its `as`). The library takes pointer events from it while the list scrolls, which it also
 * does by itself whenever a row changes its size; a press in that moment would be lost without a word.
 */
export function PressableContainer({ ref, style, children }: CustomContainerComponentProps) {
  return <div ref={ref} style={{ ...style, pointerEvents: undefined }}>{children}</div>;
}
