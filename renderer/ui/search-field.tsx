import type { KeyboardEvent, Ref } from 'react';
import { Search } from 'lucide-react';
import { isComposing } from './enter-key.ts';
import { TextField } from './text-field.tsx';

export interface SearchFieldProps {
  /** Stands in the empty field, too. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  maxLength?: number;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Narrows what stands below it while it is typed in. Escape empties it. */
export function SearchField({ label, value, onValueChange, ...rest }: SearchFieldProps) {
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || value === '') return;
    event.preventDefault();
    onValueChange('');
  };
  return <TextField {...rest} type="search" label={label} hideLabel placeholder={label} icon={<Search aria-hidden="true" />} value={value} onValueChange={onValueChange} onKeyDown={keyDown} />;
}

/** Whether a key leads to the search of the list in which it was pressed: a slash that isn't text. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { target } = event;
  const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');
  return event.key === '/' && !isText && !isComposing(event) && !event.ctrlKey && !event.metaKey && !event.altKey;
}
