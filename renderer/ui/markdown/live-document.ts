/**
 * A growing answer, ready to draw. Settled blocks are lexed once and kept in frozen groups; only the tail is lexed again.
 *
 * A tail of ordinary length is lexed with every piece. A longer one (a big table, a page without a line break) is lexed again only when
 * the text that came since has paid for it, so the total stays in proportion to the text, whatever it is; in between the tail
 * shows its last state and `behind` says so. `catchUp` brings it level.
 */
import { feed, startSplit, view, type Block, type CodeBlock, type SplitState } from './block-splitter.ts';
import { completeTail } from './complete-tail.ts';

export interface LiveText<T> {
  readonly kind: 'text';
  readonly id: number;
  readonly source: string;
  readonly continues: boolean;
  readonly settled: boolean;
  readonly tokens: readonly T[];
}

export type LiveBlock<T> = LiveText<T> | CodeBlock;
export type Lex<T> = (source: string) => readonly T[];

export interface LiveDocument<T> {
  readonly text: string;
  readonly done: boolean;
  readonly split: SplitState;
  /** Groups that will never change again. A list is never parted between two. */
  readonly groups: readonly (readonly LiveBlock<T>[])[];
  /** Settled blocks of the group that still fills. */
  readonly filling: readonly LiveBlock<T>[];
  readonly tail: readonly LiveBlock<T>[];
  /** `filling` and `tail`: what is drawn after the groups. */
  readonly live: readonly LiveBlock<T>[];
  readonly credit: number;
  readonly behind: boolean;
}

const GROUP = 32;
const ALWAYS_BELOW = 2_000;
const CREDIT_PER_CHARACTER = 16;

export function startDocument<T>(): LiveDocument<T> {
  return { text: '', done: false, split: startSplit, groups: [], filling: [], tail: [], live: [], credit: 0, behind: false };
}

/** `text` must begin with the text before; another one starts a new document. */
export function growDocument<T>(before: LiveDocument<T>, text: string, done: boolean, lex: Lex<T>): LiveDocument<T> {
  const from = isContinued(before, text) ? before : startDocument<T>();
  const added = text.slice(from.text.length);
  const split = feed(from.split, added);
  return draw({ ...from, text, done, split, credit: from.credit + added.length * CREDIT_PER_CHARACTER }, lex, done);
}

export function catchUp<T>(document: LiveDocument<T>, lex: Lex<T>): LiveDocument<T> {
  return document.behind ? draw(document, lex, true) : document;
}

/** A look at the seam only: comparing everything with every piece would cost more the longer the answer is. */
function isContinued(before: { text: string; done: boolean }, text: string): boolean {
  const { length } = before.text;
  if (before.done && text.length !== length) return false;
  return text.length >= length && text.slice(Math.max(0, length - 64), length) === before.text.slice(-64);
}

function draw<T>(from: LiveDocument<T>, lex: Lex<T>, force: boolean): LiveDocument<T> {
  const { settled, tail } = view(from.split, from.done);
  let groups = from.groups;
  let filling = from.filling;
  const known = groups.reduce((sum, group) => sum + group.length, 0) + filling.length;
  const fresh = settled.slice(known).map((block) => settle(block, from.tail, lex));
  const push = (block: Block | LiveBlock<T>) => {
    if (filling.length < GROUP || (block.kind === 'text' && block.continues)) return;
    groups = [...groups, filling];
    filling = [];
  };
  for (const block of fresh) {
    push(block);
    filling = [...filling, block];
  }
  const [next] = tail;
  if (next !== undefined) push(next);

  let { credit } = from;
  let behind = false;
  const liveTail = tail.map((block): LiveBlock<T> => {
    if (block.kind === 'code') return block;
    const last = from.tail.find((candidate) => candidate.id === block.id && candidate.kind === 'text');
    if (last?.kind === 'text') {
      if (last.source === block.source && last.continues === block.continues) return last;
      if (!force && block.source.length > ALWAYS_BELOW && credit < block.source.length) {
        behind = true;
        return last;
      }
    }
    if (block.source.length > ALWAYS_BELOW) credit = Math.max(0, credit - block.source.length);
    return { ...block, settled: false, tokens: lex(completeTail(block.source)) };
  });
  return { ...from, groups, filling, tail: liveTail, live: [...filling, ...liveTail], credit, behind };
}

function settle<T>(block: Block, tail: readonly LiveBlock<T>[], lex: Lex<T>): LiveBlock<T> {
  if (block.kind === 'code') return block;
  const last = tail.find((candidate) => candidate.id === block.id);
  const same = last?.kind === 'text' && last.source === block.source && completeTail(block.source) === block.source;
  return { ...block, settled: true, tokens: same ? last.tokens : lex(block.source) };
}
