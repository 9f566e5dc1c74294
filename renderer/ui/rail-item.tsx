import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './rail-item.module.css';

export interface RailItemProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  icon?: ReactNode;
  active?: boolean;
  /** A count or a dot at the end of the line. */
  trailing?: ReactNode;
}

/** One line of a list of places. `active` is announced as the current page. */
export function RailItem({ icon, active = false, trailing, className, children, ...rest }: RailItemProps) {
  return (
    <button {...rest} type="button" className={classes(styles.item, active && styles.active, className)} aria-current={active ? 'page' : undefined}>
      {icon}
      <span className={styles.label}>{children}</span>
      {trailing}
    </button>
  );
}

export function RailHeading({ children }: { children: ReactNode }) {
  return <h2 className={styles.heading}>{children}</h2>;
}
