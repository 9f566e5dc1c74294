import { useId, useLayoutEffect, useRef, type ComponentPropsWithRef, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { enterMeaning } from './enter-key.ts';
import { FieldFrame, describedBy, factsOf, type FieldFacts } from './field-frame.tsx';
import styles from './field.module.css';

export interface TextAreaProps extends FieldFacts, Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'onSubmit' | 'value' | 'rows'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Never called by an Enter that belongs to an input method. Without it Enter is a new line. */
  onSubmit?: () => void;
  submitOn?: 'enter' | 'mod-enter';
  minRows?: number;
  maxRows?: number;
  /** For composers that bring their own frame. */
  bare?: boolean;
  /** Chat size text. */
  large?: boolean;
  mono?: boolean;
}

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onValueChange,
  onSubmit,
  onKeyDown,
  submitOn = 'enter',
  minRows = 1,
  maxRows = 12,
  bare = false,
  large = false,
  mono = false,
  id: givenId,
  className,
  ref,
  ...rest
}: TextAreaProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const box = useRef<HTMLSpanElement>(null);
  const facts = factsOf({ hideLabel, hint, error });

  // Browsers without `field-sizing` get the height measured; the others do it in the style sheet.
  useLayoutEffect(() => {
    const area = box.current?.querySelector('textarea');
    if (area === null || area === undefined || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${String(area.scrollHeight)}px`;
  }, [value]);

  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || onSubmit === undefined || enterMeaning(event, submitOn) !== 'submit') return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <FieldFrame id={id} label={label} {...facts}>
      <span
        ref={box}
        className={classes(styles.box, bare && styles.bare, className)}
        data-invalid={error === undefined ? undefined : ''}
        data-disabled={rest.disabled === true ? '' : undefined}
      >
        <textarea
          {...rest}
          ref={ref}
          id={id}
          rows={minRows}
          className={classes(styles.input, styles.area, large && styles.chat, mono && styles.mono)}
          style={{ minHeight: `calc(${String(minRows)}lh + 10px)`, maxHeight: `calc(${String(maxRows)}lh + 10px)` }}
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, facts)}
          onChange={(event) => onValueChange(event.currentTarget.value)}
          onKeyDown={keyDown}
        />
      </span>
    </FieldFrame>
  );
}
