import { useId, type ReactElement, type ReactNode } from 'react';
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
}

export function Menu({ trigger, items, align = 'start', side = 'bottom' }: MenuProps) {
  const id = useId();
  return (
    <Base.Root>
      <Base.Trigger id={id} render={trigger} />
      {/* A named region, because content outside of all landmarks is easily missed by who moves by landmarks. */}
      <Base.Portal role="region" aria-labelledby={id}>
        <Base.Positioner className={popup.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup className={classes(popup.popup, popup.wide)}>
            <MenuEntries entries={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
