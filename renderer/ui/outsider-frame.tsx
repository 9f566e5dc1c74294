import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { DrawnText } from './drawn-text.tsx';
import styles from './outsider.module.css';

export interface OutsiderFrameProps {
  /** Whose text this is, e.g. "from mcp-mail". */
  label: string;
  warning: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** The marked ground on which somebody else's text stands. Nothing of ours is drawn inside except folds. */
export function OutsiderFrame({ label, warning, actions, children }: OutsiderFrameProps) {
  return (
    <figure className={styles.frame}>
      <figcaption className={styles.caption}>
        <span className={styles.source}>
          <DrawnText text={label} />
        </span>
        {actions}
      </figcaption>
      {warning === undefined ? null : (
        <p className={styles.warning}>
          <TriangleAlert aria-hidden="true" />
          {warning}
        </p>
      )}
      <div className={styles.body}>{children}</div>
    </figure>
  );
}
