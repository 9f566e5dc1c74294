import { useEffect, useRef, type ReactNode } from 'react';
import styles from './choice.module.css';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean | 'mixed';
  onCheckedChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
  name?: string;
}

export function Checkbox({ label, checked, onCheckedChange, hint, disabled = false, name }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <label className={styles.row} data-disabled={disabled ? '' : undefined}>
      <input
        ref={input}
        type="checkbox"
        className={styles.check}
        checked={checked === true}
        disabled={disabled}
        name={name}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
      />
      <span className={styles.words}>
        <span>{label}</span>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
