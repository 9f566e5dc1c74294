import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { classes } from './classes.ts';
import hidden from './hidden.module.css';
import styles from './field.module.css';

export interface FieldFacts {
  label: string;
  /** The label stays for screen readers when the place already says what the field is for. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string;
}

interface FieldFrameProps extends FieldFacts {
  id: string;
  children: ReactNode;
}

/** The ids that `describedBy` returns are those that this frame gives to hint and error. */
export function FieldFrame({ id, label, hideLabel = false, hint, error, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classes(styles.label, hideLabel && hidden.text)}>
        {label}
      </label>
      {children}
      {error === undefined ? null : (
        <span id={`${id}-error`} className={styles.error} role="alert">
          <CircleAlert aria-hidden="true" />
          {error}
        </span>
      )}
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Those of a field's props that its frame takes, without what isn't there. */
export const factsOf = ({ hideLabel, hint, error }: { readonly [Fact in 'hideLabel' | 'hint' | 'error']: FieldFacts[Fact] | undefined }): Omit<FieldFacts, 'label'> => ({
  ...(hideLabel === undefined ? {} : { hideLabel }),
  ...(hint === undefined ? {} : { hint }),
  ...(error === undefined ? {} : { error }),
});

export function describedBy(id: string, facts: Pick<FieldFacts, 'hint' | 'error'>): string | undefined {
  const ids = [facts.error === undefined ? '' : `${id}-error`, facts.hint === undefined ? '' : `${id}-hint`];
  const joined = ids.filter((part) => part !== '').join(' ');
  return joined === '' ? undefined : joined;
}
