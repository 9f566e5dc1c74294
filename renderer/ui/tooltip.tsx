import type { ReactElement, ReactNode } from 'react';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Kbd } from './kbd.tsx';
import styles from './tooltip.module.css';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

export interface TooltipProps {
  /** Repeats or explains; never the only place where something needed stands, since touch and screen readers don't get it. */
  label: string;
  children: ReactElement;
  side?: TooltipSide;
  shortcut?: string;
}

export function Tooltip({ label, children, side = 'top', shortcut }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal aria-hidden="true">
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {label}
            {shortcut === undefined ? null : <Kbd keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Once around the app: after the first tooltip its neighbours open without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={500}>{children}</Base.Provider>;
}
