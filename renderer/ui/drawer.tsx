import type { ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { classes } from './classes.ts';
import styles from './dialog.module.css';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the drawer; not drawn. */
  label: string;
  side?: 'left' | 'right';
  wide?: boolean;
  children: ReactNode;
}

export function Drawer({ open, onOpenChange, label, side = 'right', wide = false, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup className={classes(styles.drawer, styles[side], wide && styles.wide)} aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
