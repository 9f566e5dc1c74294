import { classes } from './classes.ts';
import type { Tone } from './badge.tsx';
import hidden from './hidden.module.css';
import styles from './status-dot.module.css';

export type DotForm = 'full' | 'half' | 'empty';

export interface StatusDotProps {
  form: DotForm;
  tone?: Tone;
  label: string;
  /** The label is read out but not drawn. Only where a list of dots has its words beside it. */
  hideLabel?: boolean;
}

export function StatusDot({ form, tone = 'neutral', label, hideLabel = false }: StatusDotProps) {
  return (
    <span className={styles.status}>
      <svg viewBox="0 0 10 10" aria-hidden="true" className={classes(styles.dot, styles[tone])}>
        <circle cx="5" cy="5" r="4" fill={form === 'full' ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="1.5" />
        {form === 'half' ? <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" /> : null}
      </svg>
      <span className={hideLabel ? hidden.text : undefined}>{label}</span>
    </span>
  );
}
