import { useId, type ReactNode } from 'react';
import { Switch as Base } from '@base-ui/react/switch';
import { classes } from './classes.ts';
import styles from './choice.module.css';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** In tables, where the row already names it. */
  hideLabel?: boolean;
  hint?: ReactNode;
  disabled?: boolean;
  busy?: boolean;
  /** Switch at the end of the line, words at its start, as in a settings sheet. */
  spread?: boolean;
}

export function Switch({ label, checked, onCheckedChange, hideLabel = false, hint, disabled = false, busy = false, spread = false }: SwitchProps) {
  const id = useId();
  const track = (
    <Base.Root
      className={styles.track}
      checked={checked}
      disabled={disabled}
      readOnly={busy}
      data-busy={busy ? '' : undefined}
      aria-busy={busy || undefined}
      onCheckedChange={(next) => onCheckedChange(next)}
      {...(hideLabel ? { 'aria-label': label } : { 'aria-labelledby': `${id}-label` })}
      {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
    >
      <Base.Thumb className={styles.thumb} />
    </Base.Root>
  );
  if (hideLabel) return track;
  const words = (
    <span className={styles.words}>
      <span id={`${id}-label`}>{label}</span>
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </span>
  );
  return (
    <label className={classes(styles.row, spread && styles.between)} data-disabled={disabled ? '' : undefined}>
      {spread ? words : track}
      {spread ? track : words}
    </label>
  );
}
