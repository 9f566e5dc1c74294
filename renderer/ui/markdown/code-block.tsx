import { memo } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { useHighlight } from './highlight.ts';
import { useMarkdownHost } from './markdown-context.ts';
import styles from './code-block.module.css';

export interface CodeBlockViewProps {
  /** The first word names the language. */
  info: string;
  /** All but the last piece are expected to stay the same strings while the code grows. */
  pieces: readonly string[];
  finished: boolean;
}

export const CodeBlockView = memo(function CodeBlockView({ info, pieces, finished }: CodeBlockViewProps) {
  const { words } = useMarkdownHost();
  const language = /^[\w+#.-]{1,24}/.exec(info)?.[0] ?? '';
  const code = finished ? pieces.join('').replace(/\n$/, '') : '';
  const lines = useHighlight(code, language, finished);
  return (
    <div className={styles['code-block']}>
      <div className={styles['code-head']}>
        <span>{language}</span>
        <CopyButton text={() => pieces.join('')} label={words.copy} copiedLabel={words.copied} failedLabel={words.copyFailed} />
      </div>
      <pre className={styles.pre} tabIndex={0} role="group" aria-label={words.code(language)}>
        <code>
          {lines === undefined
            ? pieces.map((piece, index) => <Piece key={index} text={finished && index === pieces.length - 1 ? piece.replace(/\n$/, '') : piece} />)
            : lines.map((line, index) => (
                <span key={index}>
                  {line.map((span, place) => (
                    <span key={place} style={{ color: span.color }}>
                      {span.text}
                    </span>
                  ))}
                  {index === lines.length - 1 ? null : '\n'}
                </span>
              ))}
        </code>
      </pre>
    </div>
  );
});

const Piece = memo(function Piece({ text }: { text: string }) {
  return <span className={styles.piece}>{text}</span>;
});
