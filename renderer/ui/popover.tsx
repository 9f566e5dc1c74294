import type { ReactElement, ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import { classes } from './classes.ts';
import popup from './popup.module.css';

export interface PopoverProps {
  trigger: ReactElement;
  children: ReactNode;
  title?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** Without a `title` the content must say what it is by itself: the popup is then labelled by its trigger. */
export function Popover({ trigger, children, title, side = 'bottom', align = 'start', open, onOpenChange }: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={classes(popup.popup, popup.body)}>
            {title === undefined ? null : <Base.Title className={popup.title}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
