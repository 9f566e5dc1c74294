/** What the splitter makes of growing Markdown. */

export interface TextBlock {
  readonly kind: 'text';
  /** Its place among the blocks, the same while open and when settled. */
  readonly id: number;
  readonly source: string;
  /** An item of the list to which the block before it belongs. */
  readonly continues: boolean;
}

export interface CodeBlock {
  readonly kind: 'code';
  readonly id: number;
  readonly source: string;
  readonly info: string;
  /** The code in pieces of some lines; all but the last never change while the fence is open. */
  readonly pieces: readonly string[];
  readonly closed: boolean;
}

export type Block = TextBlock | CodeBlock;
