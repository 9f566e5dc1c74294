import { useRef, type ReactNode } from 'react';
import { Virtualizer } from 'virtua';
import { PressableContainer } from './pressable-container.tsx';

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
      <Virtualizer scrollRef={scroller} as={PressableContainer}>{children}</Virtualizer>
    </div>
  );
}
