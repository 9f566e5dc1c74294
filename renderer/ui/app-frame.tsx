import type { ReactNode } from 'react';
import { Drawer } from './drawer.tsx';
import type { FramePanels } from './frame-panels.ts';
import { ToastRoom } from './toast.tsx';
import styles from './app-frame.module.css';

export interface AppFrameProps {
  /** From `useFramePanels`. */
  panels: FramePanels;
  rail: ReactNode;
  railLabel: string;
  children: ReactNode;
  /** Leave it out on pages that have none. */
  panel?: ReactNode;
  panelLabel?: string;
}

/** Rail, content, panel. The rail has the room for notices while it is there, else the content does. Below 900 px the sides are drawers; the content keeps its element and its scroll position through every change. */
export function AppFrame({ panels, rail, railLabel, children, panel, panelLabel = '' }: AppFrameProps) {
  const { narrow } = panels;
  return (
    <div className={styles.frame}>
      {narrow || !panels.rail.open ? null : (
        <nav className={styles.rail} aria-label={railLabel}>
          {rail}
        </nav>
      )}
      <main key="content" className={styles.main}>
        {children}
        {narrow || !panels.rail.open ? <ToastRoom /> : null}
      </main>
      {narrow || !panels.panel.open || panel === undefined ? null : (
        <aside className={styles.panel} aria-label={panelLabel}>
          {panel}
        </aside>
      )}
      {narrow ? (
        <>
          <Drawer side="left" label={railLabel} open={panels.rail.open} onOpenChange={panels.rail.setOpen}>
            <nav aria-label={railLabel} className={styles.inside}>
              {rail}
            </nav>
          </Drawer>
          {panel === undefined ? null : (
            <Drawer side="right" label={panelLabel} open={panels.panel.open} onOpenChange={panels.panel.setOpen}>
              {panel}
            </Drawer>
          )}
        </>
      ) : null}
    </div>
  );
}

export interface PageHeaderProps {
  title: ReactNode;
  /** Left of the title: the button that brings the rail back. */
  leading?: ReactNode;
  /** Beside the title: chips. */
  meta?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, leading, meta, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {leading}
      <h1 className={styles.title}>{title}</h1>
      {meta === undefined ? null : <div className={styles.meta}>{meta}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Holds the 760 px measure and the page's side padding. */
export function ContentColumn({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={wide ? styles.wide : styles.column}>{children}</div>;
}
