import { memo } from 'react';
import type { Tokens } from 'marked';
import { BlockNodes, ListFrame, ListItem } from './block-nodes.tsx';
import { CodeBlockView } from './code-block.tsx';
import type { MarkdownToken } from './lex.ts';
import type { LiveBlock } from './live-document.ts';

type Shown = LiveBlock<MarkdownToken>;

interface ListRun {
  readonly id: number;
  readonly list: Tokens.List;
  readonly blocks: { readonly block: Shown; readonly items: readonly Tokens.ListItem[] }[];
}

/** A run of blocks. With the same blocks it isn't rendered again. */
export const BlockGroup = memo(function BlockGroup({ blocks }: { blocks: readonly Shown[] }) {
  return toRuns(blocks).map((run) => {
    if (!('list' in run)) return <Single key={run.id} block={run} />;
    return (
      <ListFrame key={run.id} ordered={run.list.ordered} start={run.list.start}>
        {run.blocks.map(({ block, items }) => (
          <Items key={block.id} block={block} items={items} />
        ))}
      </ListFrame>
    );
  });
});

const Single = memo(function Single({ block }: { block: Shown }) {
  if (block.kind === 'code') return <CodeBlockView info={block.info} pieces={block.pieces} finished={block.closed} />;
  return <BlockNodes tokens={block.tokens} settled={block.settled} />;
});

const Items = memo(
  function Items({ block, items }: { block: Shown; items: readonly Tokens.ListItem[] }) {
    const settled = block.kind === 'text' && block.settled;
    return items.map((item, index) => <ListItem key={index} item={item} settled={settled} />);
  },
  // The items come out of the block each time; the block is what changes or doesn't.
  (before, after) => before.block === after.block,
);

/** Blocks that are items of one list are drawn as one list; what doesn't read as a pure list stands for itself. */
function toRuns(blocks: readonly Shown[]): (Shown | ListRun)[] {
  const runs: (Shown | ListRun)[] = [];
  for (const block of blocks) {
    const list = block.kind === 'text' ? onlyList(block.tokens) : undefined;
    const last = runs.at(-1);
    if (list === undefined) runs.push(block);
    else if (block.kind === 'text' && block.continues && last !== undefined && 'list' in last) last.blocks.push({ block, items: list.items });
    else runs.push({ id: block.id, list, blocks: [{ block, items: list.items }] });
  }
  return runs;
}

function onlyList(tokens: readonly MarkdownToken[]): Tokens.List | undefined {
  const [first, ...rest] = tokens.filter((token) => token.type !== 'space');
  return first?.type === 'list' && rest.length === 0 ? first : undefined;
}
