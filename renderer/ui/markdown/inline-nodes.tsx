import { Formula } from './formula.tsx';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Token } from 'marked';
import { ImageOff } from 'lucide-react';
import { decodeEntities } from './entities.ts';
import { knownTokens, type MarkdownToken } from './lex.ts';
import { useMarkdownHost } from './markdown-context.ts';
import { phraseOf, safeImage, safeLink } from './safe-address.ts';
import styles from './markdown.module.css';

export interface InlineNodesProps {
  tokens: readonly Token[] | undefined;
  /** Nothing to press may stand inside a link. */
  insideLink?: boolean;
}

export function InlineNodes({ tokens = [], insideLink = false }: InlineNodesProps) {
  return knownTokens(tokens).map((token, index) => <InlineNode key={index} token={token} insideLink={insideLink} />);
}

function InlineNode({ token, insideLink }: { token: MarkdownToken; insideLink: boolean }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <InlineNodes tokens={token.tokens} insideLink={insideLink} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <InlineNodes tokens={token.tokens} insideLink={insideLink} />
        </em>
      );
    case 'del':
      return (
        <del>
          <InlineNodes tokens={token.tokens} insideLink={insideLink} />
        </del>
      );
    case 'codespan':
      return <code className={styles.code}>{token.text}</code>;
    case 'math':
      return <Formula source={token.text} />;
    case 'br':
      return <br />;
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    case 'link': {
      const phrase = phraseOf(token.href);
      if (phrase !== undefined && !insideLink) return <Phrase phrase={phrase} token={token} />;
      const address = safeLink(decodeEntities(token.href));
      if (address === undefined || insideLink) return address === undefined ? token.raw : token.text;
      return (
        <Link address={address}>
          <InlineNodes tokens={token.tokens} insideLink />
        </Link>
      );
    }
    case 'image': {
      const address = safeImage(decodeEntities(token.href));
      if (address === undefined || insideLink) return insideLink ? token.text : token.raw;
      return <RemoteImage address={address} alt={token.text} />;
    }
    case 'text':
      return token.tokens === undefined ? decodeEntities(token.text) : <InlineNodes tokens={token.tokens} insideLink={insideLink} />;
    case 'escape':
      return token.text;
    case 'checkbox':
      return null;
    default:
      return token.raw;
  }
}

/** Not an anchor: without an address the browser has nothing to navigate to, preview, drag or open with the middle button. */
function Link({ address, children }: { address: string; children: ReactNode }) {
  const { words, onOpenLink } = useMarkdownHost();
  const keyDown = (event: KeyboardEvent<HTMLSpanElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onOpenLink(address);
  };
  return (
    <span role="link" tabIndex={0} className={styles.link} title={words.link(address)} onClick={() => onOpenLink(address)} onKeyDown={keyDown}>
      {children}
    </span>
  );
}

/** A suggestion: pressing it hands over its words and does nothing else. */
function Phrase({ phrase, token }: { phrase: string; token: Extract<MarkdownToken, { type: 'link' }> }) {
  const { onChoosePhrase } = useMarkdownHost();
  if (onChoosePhrase === undefined) return token.raw;
  return (
    <button type="button" className={styles.phrase} onClick={() => onChoosePhrase(phrase)}>
      <InlineNodes tokens={token.tokens} insideLink />
    </button>
  );
}

/** Stands where the image would be. The whole address is shown, since the address itself can carry what must not leave. */
function RemoteImage({ address, alt }: { address: string; alt: string }) {
  const { words, onOpenImage } = useMarkdownHost();
  return (
    <button type="button" className={styles.image} onClick={() => onOpenImage(address)}>
      <ImageOff aria-hidden="true" />
      <span>
        {alt === '' ? null : <span className={styles.alt}>{alt}</span>}
        {words.image(address)}
      </span>
    </button>
  );
}
