import type { ReactNode } from 'react';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { classes } from './classes.ts';
import styles from './banner.module.css';

export interface BannerProps {
  kind: 'info' | 'warn' | 'error';
  /** Says aloud what the colour says, e.g. "Warning". */
  kindLabel: string;
  happened: ReactNode;
  kept?: ReactNode;
  todo?: ReactNode;
  actions?: ReactNode;
}

const ICONS = { info: Info, warn: TriangleAlert, error: CircleAlert };

/** Three sentences in a fixed order: what happened, what was kept, what to do. */
export function Banner({ kind, kindLabel, happened, kept, todo, actions }: BannerProps) {
  const Icon = ICONS[kind];
  return (
    <div className={classes(styles.banner, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon className={styles.icon} role="img" aria-label={kindLabel} />
      <div className={styles.words}>
        <p className={styles.happened}>{happened}</p>
        {kept === undefined ? null : <p>{kept}</p>}
        {todo === undefined ? null : <p>{todo}</p>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
