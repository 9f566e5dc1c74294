import { memo } from 'react';
import { drawHidden } from './draw-hidden.ts';
import styles from './outsider.module.css';

/** Text with everything hidden in it drawn. Inline; the frame around it says whose text it is. */
export const DrawnText = memo(function DrawnText({ text }: { text: string }) {
  return drawHidden(text).segments.map((segment, index) => {
    if (segment.kind === 'text') return segment.text;
    return (
      <span key={index}>
        {segment.kind === 'look-alike' ? <span className={styles.foreign}>{segment.text}</span> : null}
        <span className={styles.escape}>⟨{segment.code}⟩</span>
      </span>
    );
  });
});
