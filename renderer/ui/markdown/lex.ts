import { Marked, type MarkedToken, type Token } from 'marked';

export interface MathToken {
  readonly type: 'math';
  readonly raw: string;
  readonly text: string;
}

export type MarkdownToken = MarkedToken | MathToken;

/** Formulas are kept from the rules of emphasis and escapes, so that they are shown as they were written. */
const MATH = /^(?:\$\$[^$]+\$\$|\\\([^\n]+?\\\)|\\\[[\s\S]+?\\\]|\$(?=\S)[^$\n]*[\\^_{}=][^$\n]*(?<=\S)\$(?!\d))/;

const marked = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'math',
      level: 'inline',
      start: (source) => {
        const index = source.search(/\$|\\[([]/);
        return index === -1 ? undefined : index;
      },
      tokenizer: (source) => {
        const raw = MATH.exec(source)?.[0];
        return raw === undefined ? undefined : { type: 'math', raw, text: raw };
      },
    },
  ],
});

const KNOWN: ReadonlySet<string> = new Set([
  'blockquote', 'br', 'checkbox', 'code', 'codespan', 'def', 'del', 'em', 'escape', 'heading', 'hr', 'html', 'image', 'link', 'list',
  'list_item', 'math', 'paragraph', 'space', 'strong', 'table', 'text',
]);

export function lexMarkdown(source: string): MarkdownToken[] {
  return knownTokens(marked.lexer(source));
}

/** The library's type lets any object pass as a token; these are the ones it makes with the settings above. */
export function knownTokens(tokens: readonly Token[]): MarkdownToken[] {
  return tokens.filter(isKnown);
}

function isKnown(token: Token | MarkdownToken): token is MarkdownToken {
  return KNOWN.has(token.type);
}
