import type { ReactNode } from 'react';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { isComposing } from './enter-key.ts';
import { Kbd } from './kbd.tsx';
import frame from './dialog.module.css';
import styles from './command-palette.module.css';

export interface Command {
  id: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  shortcut?: string;
  onRun: () => void;
}

export interface CommandGroup {
  id: string;
  label: string;
  commands: readonly Command[];
}

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  query: string;
  onQueryChange: (query: string) => void;
  /** Already filtered and ordered for `query`; the first command is highlighted. */
  groups: readonly CommandGroup[];
  label: string;
  placeholder: string;
  emptyText: string;
}

export function CommandPalette({ open, onOpenChange, query, onQueryChange, groups, label, placeholder, emptyText }: CommandPaletteProps) {
  const filled = groups.filter((group) => group.commands.length > 0);
  const items = filled.map((group) => ({ value: group.id, items: [...group.commands] }));
  const run = (command: Command) => {
    onOpenChange(false);
    // The dialog gives the focus back first, or it would take it from where the command leads.
    requestAnimationFrame(() => requestAnimationFrame(() => command.onRun()));
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={frame.veil} />
        <Dialog.Viewport className={frame.viewport}>
          <Dialog.Popup className={styles.popup} aria-label={label}>
            <Autocomplete.Root
              open
              inline
              mode="none"
              autoHighlight="always"
              keepHighlight
              items={items}
              value={query}
              onValueChange={(next, details) => {
                if (details.reason !== 'item-press') onQueryChange(next);
              }}
              itemToStringValue={(command: Command) => command.label}
            >
              <div className={styles.search}>
                <Search aria-hidden="true" />
                <Autocomplete.Input
                  className={styles.input}
                  aria-label={label}
                  placeholder={placeholder}
                  onKeyDown={(event) => {
                    if (isComposing(event)) event.preventBaseUIHandler();
                  }}
                />
              </div>
              <Autocomplete.List className={filled.length === 0 ? styles.none : styles.list} aria-label={label}>
                {filled.map((group) => (
                  <Autocomplete.Group key={group.id} items={[...group.commands]}>
                    <Autocomplete.GroupLabel className={styles.heading}>{group.label}</Autocomplete.GroupLabel>
                    {group.commands.map((command) => (
                      <Autocomplete.Item key={command.id} value={command} className={styles.item} onClick={() => run(command)}>
                        {command.icon}
                        <span className={styles.label}>{command.label}</span>
                        {command.hint === undefined ? null : <span className={styles.hint}>{command.hint}</span>}
                        {command.shortcut === undefined ? null : <Kbd keys={command.shortcut} />}
                      </Autocomplete.Item>
                    ))}
                  </Autocomplete.Group>
                ))}
              </Autocomplete.List>
              {filled.length === 0 ? (
                <p className={styles.empty} role="status">
                  {emptyText}
                </p>
              ) : null}
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
