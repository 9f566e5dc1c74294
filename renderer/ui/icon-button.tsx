import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip, type TooltipSide } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'trailing' | 'aria-label' | 'title'> {
  icon: ReactNode;
  /** The button's name, and its tooltip. */
  label: string;
  shortcut?: string;
  tooltipSide?: TooltipSide;
}

export function IconButton({ label, shortcut, tooltipSide = 'bottom', variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} side={tooltipSide} {...(shortcut === undefined ? {} : { shortcut })}>
      <Button variant={variant} aria-label={label} {...rest} />
    </Tooltip>
  );
}
