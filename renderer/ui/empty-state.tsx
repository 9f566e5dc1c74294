import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What this page will hold. */
  children: ReactNode;
  /** The one action that fills it. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon === undefined ? null : <span className={styles.icon}>{icon}</span>}
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
