import { createContext, useContext } from 'react';

export interface MarkdownWords {
  copy: string;
  copied: string;
  copyFailed: string;
  /** On the placeholder of an image that isn't loaded, with its whole address. */
  image: (address: string) => string;
  /** Tooltip of a link: where it goes. */
  link: (address: string) => string;
  table: string;
  /** Names a code block's scrolling area; the language may be empty. */
  code: (language: string) => string;
}

export interface MarkdownHost {
  words: MarkdownWords;
  onOpenLink: (address: string) => void;
  onOpenImage: (address: string) => void;
  /** Takes the words of `phrase:` links; without it they are text. */
  onChoosePhrase: ((phrase: string) => void) | undefined;
  /** All headings of a text get this one level: a message must not disturb the outline of the page. */
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

export const MarkdownContext = createContext<MarkdownHost | undefined>(undefined);

export function useMarkdownHost(): MarkdownHost {
  const host = useContext(MarkdownContext);
  if (host === undefined) throw new Error('Markdown parts stand inside StreamingMarkdown.');
  return host;
}
