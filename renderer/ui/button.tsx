import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Keeps its place and focus, ignores clicks, and is announced as busy. */
  busy?: boolean;
  icon?: ReactNode;
  /** After the label: a shortcut, a count, a chevron. */
  trailing?: ReactNode;
  type?: 'button' | 'submit';
}

/** A busy button isn't `disabled`: a disabled element drops the focus, and the person would lose their place. */
export function Button({
  variant = 'plain',
  size = 'medium',
  busy = false,
  icon,
  trailing,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  };
  const onlyIcon = children === undefined || children === null;
  return (
    <button
      {...rest}
      type={type}
      className={classes(styles.button, styles[variant], styles[size], onlyIcon && styles.square, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    >
      {busy ? <Spinner /> : icon}
      {onlyIcon ? null : <span className={styles.label}>{children}</span>}
      {trailing}
    </button>
  );
}
