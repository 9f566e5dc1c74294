import { useId, type ComponentPropsWithRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { enterMeaning } from './enter-key.ts';
import { FieldFrame, describedBy, factsOf, type FieldFacts } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextFieldProps
  extends FieldFacts,
    Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'onSubmit' | 'value' | 'type'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Enter, unless it only confirms an input method's candidate. */
  onSubmit?: () => void;
  type?: 'text' | 'search' | 'password' | 'url' | 'email' | 'date';
  icon?: ReactNode;
  trailing?: ReactNode;
  mono?: boolean;
}

export function TextField({
  label,
  hideLabel,
  hint,
  error,
  value,
  onValueChange,
  onSubmit,
  onKeyDown,
  type = 'text',
  icon,
  trailing,
  mono = false,
  id: givenId,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const facts = factsOf({ hideLabel, hint, error });
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || onSubmit === undefined || enterMeaning(event) !== 'submit') return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <FieldFrame id={id} label={label} {...facts}>
      <span
        className={classes(styles.box, className)}
        data-invalid={error === undefined ? undefined : ''}
        data-disabled={rest.disabled === true ? '' : undefined}
      >
        {icon}
        <input
          {...rest}
          id={id}
          type={type}
          className={classes(styles.input, mono && styles.mono)}
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, facts)}
          onChange={(event) => onValueChange(event.currentTarget.value)}
          onKeyDown={keyDown}
        />
        {trailing}
      </span>
    </FieldFrame>
  );
}
