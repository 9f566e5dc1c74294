import type { ReactNode } from 'react';
import { Tabs as Base } from '@base-ui/react/tabs';
import { Count } from './badge.tsx';
import styles from './tabs.module.css';

export interface Tab<V extends string> {
  value: V;
  label: string;
  count?: number;
  disabled?: boolean;
  panel: ReactNode;
}

export interface TabsProps<V extends string> {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  tabs: readonly Tab<V>[];
}

export function Tabs<V extends string>({ label, value, onValueChange, tabs }: TabsProps<V>) {
  const choose = (next: unknown) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab !== undefined) onValueChange(tab.value);
  };
  return (
    <Base.Root value={value} onValueChange={choose}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled ?? false} className={styles.tab}>
            {tab.label}
            {tab.count === undefined ? null : <Count value={tab.count} />}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
