import { useId, type ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './titled-section.module.css';

export interface TitledSectionProps {
  title: string;
  /** Of the heading, where something leads to it; then it can take the focus. */
  headingId?: string;
  /** Beside the heading, such as the button that adds one. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** One of several parts of a page, under a heading of its own. */
export function TitledSection({ title, headingId, aside, className, children }: TitledSectionProps) {
  const ownId = useId();
  const id = headingId ?? ownId;
  const heading = <h2 id={id} className={styles.title} {...(headingId === undefined ? {} : { tabIndex: -1 })}>{title}</h2>;
  return (
    <section className={classes(styles.section, className)} aria-labelledby={id}>
      {aside === undefined ? heading : <div className={styles.spread}>{heading}{aside}</div>}
      {children}
    </section>
  );
}
