import { useEffect, useMemo, useState } from 'react';
import { classes } from '../classes.ts';
import { BlockGroup } from './block-group.tsx';
import { lexMarkdown, type MarkdownToken } from './lex.ts';
import { catchUp, growDocument, startDocument, type LiveDocument } from './live-document.ts';
import { MarkdownContext, type MarkdownHost, type MarkdownWords } from './markdown-context.ts';
import styles from './markdown.module.css';

export type { MarkdownWords } from './markdown-context.ts';

export interface StreamingMarkdownProps {
  /** May only grow while the component stays; another text starts anew. */
  text: string;
  /** No more will come. */
  done: boolean;
  onOpenLink: (address: string) => void;
  onOpenImage: (address: string) => void;
  /** Takes the words of `phrase:` links, which are suggestions to click; without it they are text. */
  onChoosePhrase?: (phrase: string) => void;
  /** Make it once, outside render. */
  words: MarkdownWords;
  headingLevel?: MarkdownHost['headingLevel'];
  className?: string;
}

/** How long the end of a very long block may lag behind when nothing more comes. */
const CATCH_UP_MS = 150;

export function StreamingMarkdown({ text, done, onOpenLink, onOpenImage, onChoosePhrase, words, headingLevel = 3, className }: StreamingMarkdownProps) {
  const [kept, setKept] = useState<LiveDocument<MarkdownToken>>(() => growDocument(startDocument<MarkdownToken>(), text, done, lexMarkdown));
  let document = kept;
  if (kept.text !== text || kept.done !== done) {
    document = growDocument(kept, text, done, lexMarkdown);
    setKept(document);
  }
  useEffect(() => {
    if (!document.behind) return;
    const timer = setTimeout(() => setKept((latest) => catchUp(latest, lexMarkdown)), CATCH_UP_MS);
    return () => clearTimeout(timer);
  }, [document]);

  const host = useMemo(() => ({ words, onOpenLink, onOpenImage, onChoosePhrase, headingLevel }), [words, onOpenLink, onOpenImage, onChoosePhrase, headingLevel]);
  const { groups, live } = document;
  return (
    <MarkdownContext value={host}>
      <div className={classes(styles.markdown, className)} dir="auto">
        {groups.map((group) => (
          <BlockGroup key={group[0]?.id} blocks={group} />
        ))}
        {live.length === 0 ? null : <BlockGroup key={live[0]?.id} blocks={live} />}
      </div>
    </MarkdownContext>
  );
}
