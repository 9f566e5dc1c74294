import { useId, useState, type ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { classes } from './classes.ts';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Beside the summary, outside the button, so that it can hold buttons of its own. */
  aside?: ReactNode;
}

/** The content is mounted only while open: closed tool cards cost nothing. */
export function Disclosure({ summary, children, defaultOpen = false, open, onOpenChange, aside }: DisclosureProps) {
  const id = useId();
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const shown = open ?? ownOpen;
  const toggle = () => {
    setOwnOpen(!shown);
    onOpenChange?.(!shown);
  };
  return (
    <div className={styles.disclosure}>
      <div className={styles.head}>
        <button type="button" className={styles.summary} aria-expanded={shown} aria-controls={shown ? id : undefined} onClick={toggle}>
          <ChevronRight aria-hidden="true" className={classes(styles.chevron, shown && styles.turned)} />
          <span className={styles.words}>{summary}</span>
        </button>
        {aside}
      </div>
      {shown ? (
        <div id={id} className={styles.content}>
          {children}
        </div>
      ) : null}
    </div>
  );
}
