import type { ReactNode, RefObject } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { classes } from './classes.ts';
import { Button } from './button.tsx';
import { useScrollStop } from './scroll-stop.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in sight while the body scrolls; the main button last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  closeLabel: string;
  initialFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({ open, onOpenChange, title, description, children, footer, size = 'medium', closeLabel, initialFocus }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={classes(styles.popup, styles[size])}
            {...(initialFocus === undefined ? {} : { initialFocus })}
          >
            <header className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close render={<Button variant="quiet" size="small" icon={<X aria-hidden="true" />} aria-label={closeLabel} />} />
            </header>
            <DialogBody>
              {description === undefined ? null : <Base.Description className={styles.description}>{description}</Base.Description>}
              {children}
            </DialogBody>
            {footer === undefined ? null : <footer className={styles.footer}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Mounted with the popup, so that its size can be watched. */
function DialogBody({ children }: { children: ReactNode }) {
  const scroll = useScrollStop();
  return <div className={styles.body} {...scroll}>{children}</div>;
}
