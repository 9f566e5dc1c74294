import type { ReactNode } from 'react';
import type { Tokens } from 'marked';
import { CodeBlockView } from './code-block.tsx';
import { InlineNodes } from './inline-nodes.tsx';
import { knownTokens, type MarkdownToken } from './lex.ts';
import { useMarkdownHost } from './markdown-context.ts';
import styles from './markdown.module.css';
import table from './text-table.module.css';

export interface BlockNodesProps {
  tokens: readonly MarkdownToken[];
  /** False while the block may still grow; code in it isn't coloured yet. */
  settled: boolean;
}

export function BlockNodes({ tokens, settled }: BlockNodesProps) {
  return tokens.map((token, index) => <BlockNode key={index} token={token} settled={settled} />);
}

function BlockNode({ token, settled }: { token: MarkdownToken; settled: boolean }): ReactNode {
  switch (token.type) {
    case 'space':
      return null;
    case 'paragraph':
      return (
        <p>
          <InlineNodes tokens={token.tokens} />
        </p>
      );
    case 'heading':
      return <Heading token={token} />;
    case 'hr':
      return <hr />;
    case 'blockquote':
      return (
        <blockquote>
          <BlockNodes tokens={knownTokens(token.tokens)} settled={settled} />
        </blockquote>
      );
    case 'code':
      return <CodeBlockView info={token.lang ?? ''} pieces={[token.text]} finished={settled} />;
    case 'list':
      return (
        <ListFrame ordered={token.ordered} start={token.start}>
          {token.items.map((item, index) => (
            <ListItem key={index} item={item} settled={settled} />
          ))}
        </ListFrame>
      );
    case 'table':
      return <Table token={token} />;
    case 'html':
    case 'def':
      return <p className={styles.verbatim}>{token.raw.trim()}</p>;
    case 'text':
      return <InlineNodes tokens={[token]} />;
    case 'checkbox':
      return null;
    default:
      return <InlineNodes tokens={[token]} />;
  }
}

export function ListFrame({ ordered, start, children }: { ordered: boolean; start: number | ''; children: ReactNode }) {
  if (!ordered) return <ul>{children}</ul>;
  return <ol start={start === '' ? 1 : start}>{children}</ol>;
}

/** The box of a task is a drawing: ticking it would change nothing. Its state is read out by its shape's name. */
export function ListItem({ item, settled }: { item: Tokens.ListItem; settled: boolean }) {
  return (
    <li className={item.task ? styles.task : undefined}>
      {item.task ? <input type="checkbox" className={styles.box} checked={item.checked === true} disabled aria-label={firstLine(item)} /> : null}
      <div className={styles.item}>
        <BlockNodes tokens={knownTokens(item.tokens)} settled={settled} />
      </div>
    </li>
  );
}

function firstLine(item: Tokens.ListItem): string {
  return item.text.replace(/^\[[ xX]\]\s*/, '').split('\n')[0] ?? '';
}

function Heading({ token }: { token: Tokens.Heading }) {
  const { headingLevel } = useMarkdownHost();
  return (
    <div role="heading" aria-level={headingLevel} className={styles[`heading-${String(Math.min(4, token.depth))}`]}>
      <InlineNodes tokens={token.tokens} />
    </div>
  );
}

function Table({ token }: { token: Tokens.Table }) {
  const { words } = useMarkdownHost();
  const aligned = (cell: Tokens.TableCell) => (cell.align === null ? undefined : { textAlign: cell.align });
  return (
    <div className={table.scroller} tabIndex={0} role="group" aria-label={words.table}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} scope="col" style={aligned(cell)}>
                <InlineNodes tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place} style={aligned(cell)}>
                  <InlineNodes tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
