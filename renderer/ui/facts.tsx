import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  id: string;
  label: ReactNode;
  value: ReactNode;
}

export interface FactsProps {
  facts: readonly Fact[];
  /** Long values under their label instead of beside it. */
  stacked?: boolean;
}

/** Two columns: what it is, what it says. Values wrap; they are never cut off. */
export function Facts({ facts, stacked = false }: FactsProps) {
  return (
    <dl className={stacked ? styles.stacked : styles.facts}>
      {facts.map((fact) => (
        <div key={fact.id} className={styles.fact}>
          <dt className={styles.label}>{fact.label}</dt>
          <dd className={styles.value}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
