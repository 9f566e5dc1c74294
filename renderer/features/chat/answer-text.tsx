import type { Digest } from '../../../shared/ids.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { useStoredText } from '../../parts/blob-texts.ts'
import { markdownWords } from '../../parts/markdown-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { StreamingMarkdown } from '../../ui/markdown/streaming-markdown.tsx'
import styles from './turn.module.css'

export interface AnswerTextProps {
  stored: StoredText
  isDone: boolean
  /** Whole texts that were seen as drafts. */
  seen: ReadonlyMap<Digest, string>
  onOpenLink: (address: string) => void
  onOpenImage: (address: string) => void
  /** Only where the model's suggestions can be taken at their word. */
  onChoosePhrase?: (phrase: string) => void
}

/** A long answer that is stored by reference keeps what was seen of it until the whole is read. */
export function AnswerText({ stored, isDone, seen, onOpenLink, onOpenImage, onChoosePhrase }: AnswerTextProps) {
  const shown = useStoredText(stored, { wanted: true, seen: 'blob' in stored ? seen.get(stored.blob) : undefined })
  return (
    <div className={styles.answer}>
      <StreamingMarkdown text={shown.text} done={isDone && shown.isWhole} words={markdownWords} onOpenLink={onOpenLink} onOpenImage={onOpenImage} headingLevel={3} {...(onChoosePhrase === undefined ? {} : { onChoosePhrase })} />
      {shown.hasFailed ? (
        <p className={styles.quiet}>{strings.chat.loadFailed} <Button size="small" onClick={shown.load}>{strings.chat.tryAgain}</Button></p>
      ) : null}
    </div>
  )
}
