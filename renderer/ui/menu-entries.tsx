import type { ReactNode } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { classes } from './classes.ts';
import { Kbd } from './kbd.tsx';
import type { MenuCheck, MenuEntry, MenuItem } from './menu.tsx';
import popup from './popup.module.css';

/** The inside of a menu, shared by the button menu and any other root that Base UI offers. */
export function MenuEntries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => {
    if (entry.kind === 'separator') return <Base.Separator key={entry.id} className={popup.separator} />;
    if (entry.kind === 'group') {
      return (
        <Base.Group key={entry.id}>
          <Base.GroupLabel className={popup['group-label']}>{entry.label}</Base.GroupLabel>
          {entry.items.map((item) => (
            <Row key={item.id} entry={item} />
          ))}
        </Base.Group>
      );
    }
    return <Row key={entry.id} entry={entry} />;
  });
}

function Row({ entry }: { entry: MenuItem | MenuCheck }) {
  if (entry.kind === 'check') {
    return (
      <Base.CheckboxItem
        className={popup.item}
        checked={entry.checked}
        disabled={entry.disabled ?? false}
        label={entry.label}
        onCheckedChange={(next) => entry.onCheckedChange(next)}
      >
        <span className={popup.mark}>
          <Base.CheckboxItemIndicator>
            <Check aria-hidden="true" />
          </Base.CheckboxItemIndicator>
        </span>
        <Words label={entry.label} hint={entry.hint} />
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item
      className={classes(popup.item, entry.danger === true && popup.danger)}
      disabled={entry.disabled ?? false}
      label={entry.label}
      onClick={entry.onSelect}
    >
      {entry.icon}
      <Words label={entry.label} hint={entry.hint} />
      {entry.shortcut === undefined ? null : (
        <span className={popup.keys}>
          <Kbd keys={entry.shortcut} />
        </span>
      )}
    </Base.Item>
  );
}

function Words({ label, hint }: { label: ReactNode; hint: string | undefined }) {
  return (
    <span className={popup.words}>
      <span>{label}</span>
      {hint === undefined ? null : <span className={popup.hint}>{hint}</span>}
    </span>
  );
}
