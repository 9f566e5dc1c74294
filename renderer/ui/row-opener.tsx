import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import framed from './framed-list.module.css';

export interface RowOpenerProps {
  name: ReactNode;
  /** What else there is to say, in a line below the name. */
  meta: ReactNode;
  badges: ReactNode;
  /** For the room around it, which the list it stands in knows. */
  className?: string | undefined;
  onOpen: () => void;
}

/** What a row of a framed list opens: its name, what is said of it, its badges, and the arrow that says it leads somewhere. */
export function RowOpener({ name, meta, badges, className, onOpen }: RowOpenerProps) {
  return (
    <button type="button" className={classes(framed.open, className)} onClick={onOpen}>
      <span className={framed.words}>
        <span className={framed.name}>{name}</span>
        <span className={framed.meta}>{meta}</span>
      </span>
      {badges}
      <ChevronRight className={framed.chevron} aria-hidden="true" />
    </button>
  );
}
