import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** What is being loaded, for screen readers. */
  label: string;
  lines?: number;
  /** Stands in for a card or a row of this height instead of lines of text. */
  height?: number;
}

const WIDTHS = ['92%', '78%', '85%', '60%'];

export function Skeleton({ label, lines = 3, height }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {height === undefined ? (
        Array.from({ length: lines }, (_, index) => (
          <span key={index} className={styles.line} style={{ width: WIDTHS[index % WIDTHS.length] ?? '80%' }} />
        ))
      ) : (
        <span className={styles.block} style={{ height }} />
      )}
    </div>
  );
}
