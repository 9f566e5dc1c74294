import { useMemo, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { countHidden } from './draw-hidden.ts';
import { useFolds, type Folds } from './folds.ts';
import { JSON_ROWS, jsonFolds, outlineJson, type JsonRow } from './json-outline.ts';
import { LongText } from './long-text.tsx';
import { OutsiderFrame } from './outsider-frame.tsx';
import { warningLine, type OutsiderWords } from './outsider-text.tsx';
import { VirtualRows } from './virtual-rows.tsx';
import styles from './outsider.module.css';

export interface JsonWords extends OutsiderWords {
  raw: string;
  pretty: string;
  foldedRows: (rows: number) => string;
  /** e.g. "Open all 3"; offered from two folds on. */
  openAll: (folds: number) => string;
}

export interface JsonViewProps {
  label: string;
  /** The JSON text exactly as it will be sent. */
  source: string;
  words: JsonWords;
  startOpen?: boolean;
  /** Called with the number of folds still closed. Start from `jsonFoldCount(source)`. */
  onOpened?: (left: number) => void;
}

export function JsonView({ label, source, words, startOpen = false, onOpened }: JsonViewProps) {
  const rows = useMemo(() => outlineJson(source), [source]);
  const ids = useMemo(() => jsonFolds(source, rows), [source, rows]);
  const found = useMemo(() => countAll(source, rows), [source, rows]);
  const folds = useFolds(source, ids, startOpen, onOpened);
  const [raw, setRaw] = useState(false);
  // The bytes are a second look at the same value: opening them opens nothing of the first.
  const [rawOpened, setRawOpened] = useState(startOpen);
  const actions = (
    <span className={styles.tools}>
      {folds.left > 1 && !raw ? (
        <Button variant="quiet" size="small" onClick={folds.openAll}>
          {words.openAll(folds.left)}
        </Button>
      ) : null}
      {rows === undefined ? null : (
        <Button variant="quiet" size="small" onClick={() => setRaw(!raw)}>
          {raw ? words.pretty : words.raw}
        </Button>
      )}
    </span>
  );
  const bytes = (opened: boolean, onOpen: () => void) => <LongText label={label} text={source} words={words} opened={opened} onOpen={onOpen} />;
  return (
    <OutsiderFrame label={label} warning={warningLine(found, words)} actions={actions}>
      {rows === undefined ? (
        bytes(folds.isOpen('raw'), () => folds.open('raw'))
      ) : raw ? (
        bytes(rawOpened, () => setRawOpened(true))
      ) : (
        <Rows label={label} rows={rows} words={words} folds={folds} />
      )}
    </OutsiderFrame>
  );
}

function Rows({ label, rows, words, folds }: { label: string; rows: readonly JsonRow[]; words: JsonWords; folds: Folds }) {
  const draw = (row: JsonRow, index: number): ReactNode => <Row key={index} row={row} index={index} label={label} words={words} folds={folds} />;
  if (rows.length <= JSON_ROWS.shownFrom) return <div className={styles.rows}>{rows.map(draw)}</div>;
  if (folds.isOpen('rows')) {
    return (
      <VirtualRows className={styles.rows} label={label} height={420}>
        {rows.map(draw)}
      </VirtualRows>
    );
  }
  const tailFrom = rows.length - JSON_ROWS.tail;
  return (
    <div className={styles.rows}>
      {rows.slice(0, JSON_ROWS.head).map(draw)}
      <span className={styles.fold}>
        {words.foldedRows(tailFrom - JSON_ROWS.head)}
        <Button size="small" onClick={() => folds.open('rows')}>
          {words.open}
        </Button>
      </span>
      {rows.slice(tailFrom).map((row, index) => draw(row, tailFrom + index))}
    </div>
  );
}

interface RowProps {
  row: JsonRow;
  index: number;
  label: string;
  words: JsonWords;
  folds: Folds;
}

/** A string stands on its own ground, so that line breaks and quotes inside it can't pass for further rows. */
function Row({ row, index, label, words, folds }: RowProps) {
  const long = (id: string, text: string) => (
    <LongText label={label} text={text} words={words} opened={folds.isOpen(id)} onOpen={() => folds.open(id)} />
  );
  const looks = { open: styles.bracket, close: styles.bracket, string: styles.string, number: styles.number, word: styles.number }[row.kind];
  return (
    <div className={styles.row} style={{ '--depth': row.depth }}>
      {row.key === undefined ? null : <span className={styles.key}>{long(`key-${String(index)}`, row.key)}</span>}
      <span className={`${styles.value ?? ''} ${looks ?? ''}`}>{row.text === '' ? '\u00a0' : long(`value-${String(index)}`, row.text)}</span>
    </div>
  );
}

function countAll(source: string, rows: readonly JsonRow[] | undefined) {
  if (rows === undefined) return countHidden(source);
  let hidden = 0;
  let lookAlikes = 0;
  for (const { key, text } of rows) {
    for (const part of key === undefined ? [text] : [key, text]) {
      const found = countHidden(part);
      hidden += found.hidden;
      lookAlikes += found.lookAlikes;
    }
  }
  return { hidden, lookAlikes };
}
