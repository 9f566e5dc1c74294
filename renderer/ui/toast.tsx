import { useCallback, useMemo, type ReactNode } from 'react';
import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { Button } from './button.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  title: string;
  description?: string;
  /** e.g. Undo. The toast closes when it was pressed. */
  action?: { label: string; onPress: () => void };
  /** 0 keeps it until it is closed. With an action the default is longer, because reading comes before deciding. */
  timeoutMs?: number;
  /** Called once when the toast is gone in whatever way; an undo period ends here. */
  onClosed?: () => void;
  urgent?: boolean;
}

export interface ToastProviderProps {
  children: ReactNode;
  closeLabel: string;
}

export function ToastProvider({ children, closeLabel }: ToastProviderProps) {
  // What makes room for them has to know how much they need.
  const measured = useCallback((viewport: HTMLDivElement | null) => {
    if (viewport === null) return undefined;
    const observer = new ResizeObserver(() => document.documentElement.style.setProperty('--toasts-height', `${viewport.offsetHeight}px`));
    observer.observe(viewport);
    return () => observer.disconnect();
  }, []);
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport ref={measured} className={styles.viewport}>
          <ToastList closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Where notices appear: it grows by what they need, so that they lie over nothing. One at a time is in sight. */
export function ToastRoom() {
  return <div className={styles.room} aria-hidden="true" />;
}

export interface Toasts {
  show: (message: ToastMessage) => string;
  close: (id: string) => void;
}

export function useToasts(): Toasts {
  const { add, close } = Base.useToastManager();
  return useMemo(
    () => ({
      show: (message) => {
        const { action } = message;
        const id: string = add({
          title: message.title,
          timeout: message.timeoutMs ?? (action === undefined ? 5_000 : 10_000),
          priority: message.urgent === true ? 'high' : 'low',
          ...(message.description === undefined ? {} : { description: message.description }),
          ...(message.onClosed === undefined ? {} : { onRemove: message.onClosed }),
          ...(action === undefined
            ? {}
            : {
                actionProps: {
                  children: action.label,
                  onClick: () => {
                    action.onPress();
                    close(id);
                  },
                },
              }),
        });
        return id;
      },
      close: (id) => close(id),
    }),
    [add, close],
  );
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    // Nothing has to be answered in it, and the page behind it goes on: a group of words and buttons, no dialog. One that is told at once takes the focus as well, so it is there for those who listen.
    <Base.Root key={toast.id} toast={toast} role="group" aria-modal={undefined} aria-hidden={undefined} className={styles.toast}>
      <Base.Content className={styles.content}>
        <div className={styles.words}>
          <Base.Title className={styles.title} />
          <Base.Description className={styles.description} />
        </div>
        {toast.actionProps === undefined ? null : <Base.Action render={<Button size="small" />} />}
        {/* It takes the focus, so it has to be there for those who listen as well. */}
        <Base.Close aria-hidden={false} render={<Button variant="quiet" size="small" icon={<X aria-hidden="true" />} aria-label={closeLabel} />} />
      </Base.Content>
    </Base.Root>
  ));
}
