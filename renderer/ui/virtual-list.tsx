import type { Ref } from 'react';
import { Virtualizer, type CustomContainerComponentProps, type VirtualizerHandle, type VirtualizerProps } from 'virtua';

export type VirtualListHandle = VirtualizerHandle;
export type VirtualListProps<T> = Pick<VirtualizerProps<T>, 'children' | 'data' | 'scrollRef' | 'keepMounted' | 'itemSize' | 'bufferSize' | 'shift' | 'onScroll' | 'onScrollEnd'> & {
  ref?: Ref<VirtualListHandle>;
};

/** Rows inside a box that scrolls (`scrollRef`), of which only those in sight are drawn. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  return <Virtualizer {...props} as={PressableContainer} />;
}

/**
 * The library takes pointer events from its rows while the list scrolls, which it also does by itself whenever a row changes its size;
 * a press in that moment would be lost without a word.
 */
function PressableContainer({ ref, style, children }: CustomContainerComponentProps) {
  return <div ref={ref} style={{ ...style, pointerEvents: undefined }}>{children}</div>;
}
