import type { KeyboardEventHandler, ReactNode } from 'react';
import { ContentColumn } from './app-frame.tsx';
import { classes } from './classes.ts';
import pageScroller from './page-scroller.module.css';

export interface PageBodyProps {
  children: ReactNode;
  /** Says how far apart its parts stand. */
  className?: string | undefined;
  wide?: boolean;
  /** Makes a group of it, for a form. */
  groupLabel?: string;
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>;
}

/** What a page holds below its header: it scrolls, and keeps the measure. */
export function PageBody({ children, className, wide = false, groupLabel, onKeyDown }: PageBodyProps) {
  return (
    <div className={pageScroller.scroller} onKeyDown={onKeyDown}>
      <ContentColumn wide={wide}>
        <div className={classes(pageScroller.body, className)} {...(groupLabel === undefined ? {} : { role: 'group', 'aria-label': groupLabel })}>{children}</div>
      </ContentColumn>
    </div>
  );
}
