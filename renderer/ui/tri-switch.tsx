import type { KeyboardEvent } from 'react';
import styles from './choice.module.css';

export interface TriSwitchProps {
  label: string;
  checked: boolean | 'mixed';
  /** From mixed it goes to on; the caller may ask first. */
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A switch over a group. It is a checkbox to screen readers, because the switch role has no mixed state. */
export function TriSwitch({ label, checked, onCheckedChange, disabled = false }: TriSwitchProps) {
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      className={styles.track}
      disabled={disabled}
      data-disabled={disabled ? '' : undefined}
      data-checked={checked === true ? '' : undefined}
      data-mixed={checked === 'mixed' ? '' : undefined}
      onKeyDown={keyDown}
      onClick={() => onCheckedChange(checked !== true)}
    >
      <span className={styles.thumb} />
    </button>
  );
}
