import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import hidden from './hidden.module.css';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'read' | 'write' | 'destructive' | 'taint' | 'asks' | 'ok';

export interface BadgeProps {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A word in a tinted pill. The word carries the meaning; the tone only helps to find it. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}

/** What stands beside a name: several badges, in as many lines as they need. */
export function Badges({ children }: { children: ReactNode }) {
  return <span className={styles.badges}>{children}</span>;
}

export interface CountProps {
  value: number;
  tone?: Tone;
  /** Read out instead of the bare number, e.g. "2 questions wait". */
  label?: string;
}

export function Count({ value, tone = 'neutral', label }: CountProps) {
  const shown = value > 999 ? '999+' : String(value);
  return (
    <span className={classes(styles.count, styles[tone])}>
      {label === undefined ? (
        shown
      ) : (
        <>
          <span aria-hidden="true">{shown}</span>
          <span className={hidden.text}>{label}</span>
        </>
      )}
    </span>
  );
}
