import { useMemo, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { countHidden } from './draw-hidden.ts';
import { useFolds } from './folds.ts';
import { diffFolds, diffLines, diffParts, lineId, type DiffRow } from './line-diff.ts';
import { LongText } from './long-text.tsx';
import { OutsiderFrame } from './outsider-frame.tsx';
import { warningLine, type OutsiderWords } from './outsider-text.tsx';
import { VirtualRows } from './virtual-rows.tsx';
import hidden from './hidden.module.css';
import styles from './outsider.module.css';

export interface DiffWords extends OutsiderWords {
  /** e.g. "120 unchanged lines". */
  unchanged: (lines: number) => string;
  /** Read out before a line. */
  added: string;
  removed: string;
  /** Said when the texts were too different to be compared line by line. */
  tooLong: string;
  openAll: (folds: number) => string;
}

export interface DiffViewProps {
  label: string;
  before: string;
  after: string;
  words: DiffWords;
  startOpen?: boolean;
  /** Called with the number of folds still closed. Start from `diffFoldCount(before, after)`. */
  onOpened?: (left: number) => void;
}

const SIGNS = { same: ' ', added: '+', removed: '−' };
/** Above this many rows they are drawn in a scrolling area of their own, only those in sight. */
const VIRTUAL_FROM = 300;

export function DiffView({ label, before, after, words, startOpen = false, onOpened }: DiffViewProps) {
  const { rows, minimal } = useMemo(() => diffLines(before, after), [before, after]);
  const parts = useMemo(() => diffParts(rows), [rows]);
  const ids = useMemo(() => diffFolds(parts), [parts]);
  const subject = useMemo(() => `${String(before.length)} ${before}${after}`, [before, after]);
  const found = useMemo(() => countHidden(`${before}\n${after}`), [before, after]);
  const folds = useFolds(subject, ids, startOpen, onOpened);

  const drawRow = (row: DiffRow): ReactNode => (
    <div key={lineId(row)} className={classes(styles['diff-row'], row.kind !== 'same' && styles[row.kind])}>
      <span className={styles['line-number']}>{row.before}</span>
      <span className={styles['line-number']}>{row.after}</span>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[row.kind]}
      </span>
      <span>
        {row.kind === 'same' ? null : <span className={hidden.text}>{words[row.kind]}</span>}
        <LongText label={label} text={row.text} words={words} opened={folds.isOpen(lineId(row))} onOpen={() => folds.open(lineId(row))} />
      </span>
    </div>
  );
  const drawn = parts.flatMap((part): ReactNode[] => {
    if (part.kind === 'rows' || folds.isOpen(part.id)) return part.rows.map(drawRow);
    return [
      <span key={part.id} className={styles.fold}>
        {words.unchanged(part.rows.length)}
        <Button size="small" onClick={() => folds.open(part.id)}>
          {words.open}
        </Button>
      </span>,
    ];
  });
  const openAll =
    folds.left > 1 ? (
      <Button variant="quiet" size="small" onClick={folds.openAll}>
        {words.openAll(folds.left)}
      </Button>
    ) : undefined;
  return (
    <OutsiderFrame label={label} warning={warningLine(found, words)} actions={openAll}>
      {minimal ? null : <p className={styles.note}>{words.tooLong}</p>}
      {drawn.length > VIRTUAL_FROM ? (
        <VirtualRows className={styles.diff} label={label} height={420}>
          {drawn}
        </VirtualRows>
      ) : (
        <div className={styles.diff}>{drawn}</div>
      )}
    </OutsiderFrame>
  );
}
