import { useId, useRef, type ReactElement, type ReactNode } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { MenuEntries } from './menu-entries.tsx';
import { classes } from './classes.ts';
import popup from './popup.module.css';

export interface MenuItem {
  kind?: 'item';
  id: string;
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  hint?: string;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
}
export interface MenuCheck {
  kind: 'check';
  id: string;
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hint?: string;
  disabled?: boolean;
}
export interface MenuSeparator {
  kind: 'separator';
  id: string;
}
export interface MenuGroup {
  kind: 'group';
  id: string;
  label: string;
  items: readonly (MenuItem | MenuCheck)[];
}
export type MenuEntry = MenuItem | MenuCheck | MenuSeparator | MenuGroup;

export interface MenuProps {
  /** A Button or IconButton; it gets the menu's id, roles and handlers. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Where it opens instead of at its trigger: a place in the window, such as the pointer's. */
  at?: MenuPoint | null;
  /** What gets the focus when it closes; left out: the trigger. */
  finalFocus?: () => HTMLElement | null;
}
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

export function Menu({ trigger, items, align = 'start', side = 'bottom', open, onOpenChange, at = null, finalFocus }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  /** A menu that is slow to go must not take the focus out of what was opened since. */
  const isFocusElsewhere = () => document.activeElement !== null && document.activeElement !== document.body && list.current?.contains(document.activeElement) === false;
  const anchor = at === null ? undefined : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger id={id} render={trigger} />
      {/* A named region, because content outside of all landmarks is easily missed by who moves by landmarks. */}
      <Base.Portal role="region" aria-labelledby={id}>
        <Base.Positioner className={popup.positioner} align={at === null ? align : 'start'} side={side} sideOffset={at === null ? 4 : 0} {...(anchor === undefined ? {} : { anchor })}>
          <Base.Popup ref={list} className={classes(popup.popup, popup.wide)} {...(finalFocus === undefined ? {} : { finalFocus: () => (isFocusElsewhere() ? false : finalFocus()) })}>
            <MenuEntries entries={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
