import type { ReactNode } from 'react';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import styles from './segmented.module.css';

export interface SegmentedOption<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SegmentedProps<V extends string> {
  /** Names the group; not drawn. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly SegmentedOption<V>[];
  disabled?: boolean;
}

/** One of a few, all in sight. Arrow keys move and choose, as in a radio group. */
export function Segmented<V extends string>({ label, value, onValueChange, options, disabled = false }: SegmentedProps<V>) {
  return (
    <RadioGroup<V> className={styles.group} aria-label={label} value={value} disabled={disabled} onValueChange={(next) => onValueChange(next)}>
      {options.map((option) => (
        <Radio.Root<V>
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={styles.option}
          nativeButton
          render={<button type="button" />}
        >
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
