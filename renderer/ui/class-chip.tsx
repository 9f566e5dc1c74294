import { classes } from './classes.ts';
import styles from './class-chip.module.css';

export type ChipKind = 'read' | 'write' | 'destructive';

export interface ClassChipProps {
  kind: ChipKind;
  label: string;
  /** `hinted` is dashed, `unset` dotted: somebody else's word, or nobody's. */
  standing?: 'set' | 'hinted' | 'unset';
}

export function ClassChip({ kind, label, standing = 'set' }: ClassChipProps) {
  return (
    <span className={classes(styles.chip, styles[kind], standing !== 'set' && styles[standing])}>
      <Shape kind={kind} />
      <span className={styles.word}>{label}</span>
    </span>
  );
}

/** Empty, half and full circle: readable without colour, and in that order of weight. */
function Shape({ kind }: { kind: ChipKind }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className={styles.shape}>
      <circle cx="5" cy="5" r="4" fill={kind === 'destructive' ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="1.5" />
      {kind === 'write' ? <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" /> : null}
    </svg>
  );
}
