import { useMemo } from 'react';
import { Button } from './button.tsx';
import { DrawnText } from './drawn-text.tsx';
import { cutIntoPieces, foldMiddle } from './fold-middle.ts';
import { VirtualRows } from './virtual-rows.tsx';
import styles from './outsider.module.css';

export interface FoldWords {
  /** e.g. "48,213 characters folded". */
  folded: (characters: number) => string;
  open: string;
}

export interface LongTextProps {
  /** Names the scrolling area of very long values. */
  label: string;
  text: string;
  words: FoldWords;
  opened: boolean;
  onOpen: () => void;
}

/** Above this an opened value is drawn piece by piece in its own scrolling area. */
const VIRTUAL_FROM = 24_000;

/** One value: whole when short, folded in the middle when long, virtualised when opened and huge. */
export function LongText({ label, text, words, opened, onOpen }: LongTextProps) {
  const folded = useMemo(() => foldMiddle(text), [text]);
  if (folded === undefined || (opened && text.length <= VIRTUAL_FROM)) {
    return (
      <span className={styles.text}>
        <DrawnText text={text} />
      </span>
    );
  }
  if (opened) return <Pieces label={label} text={text} />;
  return (
    <span className={styles.text}>
      <DrawnText text={folded.head} />
      <span className={styles.fold}>
        <span>{words.folded(folded.hidden)}</span>
        <Button size="small" onClick={onOpen}>
          {words.open}
        </Button>
      </span>
      <DrawnText text={folded.tail} />
    </span>
  );
}

function Pieces({ label, text }: { label: string; text: string }) {
  const pieces = useMemo(() => cutIntoPieces(text), [text]);
  return (
    <VirtualRows className={styles.scroller} label={label} height={320}>
      {pieces.map((piece, index) => {
        const whole = piece.endsWith('\n') || index === pieces.length - 1;
        return (
          <div key={index} className={styles.piece} data-cut={whole ? undefined : ''}>
            <DrawnText text={whole && piece.endsWith('\n') ? piece.slice(0, -1) : piece} />
          </div>
        );
      })}
    </VirtualRows>
  );
}
