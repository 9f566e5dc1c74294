import { useId, type ReactNode } from 'react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { classes } from './classes.ts';
import popup from './popup.module.css';
import styles from './select.module.css';

export interface SelectOption<V extends string> {
  value: V;
  label: string;
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<V extends string> {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  hideLabel?: boolean;
  size?: 'small' | 'medium';
  disabled?: boolean;
}

export function Select<V extends string>({ label, value, onValueChange, options, hideLabel = false, size = 'medium', disabled = false }: SelectProps<V>) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={styles.field}>
      {hideLabel ? null : (
        <span id={id} className={styles.label}>
          {label}
        </span>
      )}
      {/* The window's policy blocks style elements; what the library would put into one isn't needed here. */}
      <CSPProvider disableStyleElements>
        <Base.Root<V>
          value={value}
          disabled={disabled}
          onValueChange={(next) => {
            if (next !== null) onValueChange(next);
          }}
        >
          <Base.Trigger
            className={classes(styles.trigger, size === 'small' && styles.small)}
            {...(hideLabel ? { 'aria-label': label } : { 'aria-labelledby': id })}
          >
            {chosen?.icon}
            <Base.Value className={styles.value}>{chosen?.label ?? value}</Base.Value>
            <Base.Icon className={styles.icon}>
              <ChevronsUpDown aria-hidden="true" />
            </Base.Icon>
          </Base.Trigger>
          {/* A named region, because content outside of all landmarks is easily missed by who moves by landmarks. */}
          <Base.Portal role="region" aria-label={label}>
            <Base.Positioner className={popup.positioner} sideOffset={4} align="start" alignItemWithTrigger={false}>
              <Base.Popup className={classes(popup.popup, popup.wide)}>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} disabled={option.disabled ?? false} className={popup.item}>
                    <span className={popup.mark}>
                      <Base.ItemIndicator>
                        <Check aria-hidden="true" size={15} />
                      </Base.ItemIndicator>
                    </span>
                    {option.icon}
                    <span className={popup.words}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.hint === undefined ? null : <span className={popup.hint}>{option.hint}</span>}
                    </span>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      </CSPProvider>
    </span>
  );
}
