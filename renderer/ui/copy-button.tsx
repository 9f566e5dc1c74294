import { useEffect, useState } from 'react';
import { Check, Copy, X } from 'lucide-react';
import { Button } from './button.tsx';
import hidden from './hidden.module.css';

export interface CopyButtonProps {
  /** The text itself, or how to get it when it is dear to make. */
  text: string | (() => string);
  label: string;
  copiedLabel: string;
  failedLabel: string;
  showLabel?: boolean;
}

type State = 'idle' | 'copied' | 'failed';
const ICONS = { idle: Copy, copied: Check, failed: X };

/** Copies the exact text, not what is drawn: hidden characters go along. Says so, also to screen readers, and also when the clipboard refused. */
export function CopyButton({ text, label, copiedLabel, failedLabel, showLabel = false }: CopyButtonProps) {
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const Icon = ICONS[state];
  const said = { idle: label, copied: copiedLabel, failed: failedLabel }[state];
  return (
    <>
      <Button variant="quiet" size="small" icon={<Icon aria-hidden="true" />} {...(showLabel ? {} : { 'aria-label': said, title: said })} onClick={copy}>
        {showLabel ? said : null}
      </Button>
      <span className={hidden.text} role="status">
        {state === 'idle' ? '' : said}
      </span>
    </>
  );
}
