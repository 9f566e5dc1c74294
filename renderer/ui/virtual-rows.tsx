import { useRef, type ReactNode } from 'react';
import { VirtualList } from './virtual-list.tsx';

export interface VirtualRowsProps {
  label: string;
  /** Of the part that scrolls, in pixels. */
  height: number;
  className?: string | undefined;
  children: ReactNode;
}

/** Many rows in a frame of a fixed height that scrolls by itself and by keys. Only those in sight are drawn. */
export function VirtualRows({ label, height, className, children }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroller} className={className} tabIndex={0} role="group" aria-label={label} style={{ height, overflowY: 'auto', contain: 'strict', width: '100%' }}>
      <VirtualList scrollRef={scroller}>{children}</VirtualList>
    </div>
  );
}
