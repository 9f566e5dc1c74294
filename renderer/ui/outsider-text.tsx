import { useMemo } from 'react';
import { countHidden, type Found } from './draw-hidden.ts';
import { foldCount } from './fold-middle.ts';
import { useFolds } from './folds.ts';
import { LongText, type FoldWords } from './long-text.tsx';
import { OutsiderFrame } from './outsider-frame.tsx';

export interface OutsiderWords extends FoldWords {
  /** One line over the text when anything was drawn or flagged. */
  warning: (found: Found) => string;
}

export interface OutsiderTextProps {
  label: string;
  text: string;
  words: OutsiderWords;
  /** For values a person has opened before. */
  startOpen?: boolean;
  /** Called with the number of folds still closed. Start from `foldCount(text)`. */
  onOpened?: (left: number) => void;
}

export function OutsiderText({ label, text, words, startOpen = false, onOpened }: OutsiderTextProps) {
  const found = useMemo(() => countHidden(text), [text]);
  const ids = useMemo(() => (foldCount(text) === 0 ? [] : ['text']), [text]);
  const folds = useFolds(text, ids, startOpen, onOpened);
  return (
    <OutsiderFrame label={label} warning={warningLine(found, words)}>
      <LongText label={label} text={text} words={words} opened={folds.isOpen('text')} onOpen={() => folds.open('text')} />
    </OutsiderFrame>
  );
}

export function warningLine(found: Found, words: OutsiderWords): string | undefined {
  return found.hidden + found.lookAlikes === 0 ? undefined : words.warning(found);
}
