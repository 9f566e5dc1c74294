import { Fragment, useState } from 'react'
import { Pencil, RotateCcw } from 'lucide-react'
import { authorOf, byAuthor } from '../../../shared/message-author.ts'
import type { MessagePart } from '../../../shared/turn-event.ts'
import { useStoredText } from '../../parts/blob-texts.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { foldMiddle } from '../../ui/fold-middle.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './turn.module.css'

const words = strings.chat

export interface TurnMessageProps {
  /** Null when it wasn't kept. */
  parts: readonly MessagePart[] | null
  /** Nobody but the person can have written it, kept or not. */
  isPersons: boolean
  /** Shown until the parts are here. */
  preview: string
  onEdit: () => void
  onRetry: () => void
}

/** What began a turn: the person's words at the right, those of anybody else at the left, under the name of who wrote them. */
export function TurnMessage({ parts, isPersons, preview, onEdit, onRetry }: TurnMessageProps) {
  const groups = byAuthor(parts?.filter((part) => part.fileName === undefined) ?? [])
  const files = parts?.filter((part) => part.fileName !== undefined) ?? []
  return (
    <div className={classes(styles.message, groups.length > 0 && groups.every(({ author }) => author !== null) ? styles.others : styles.person)}>
      <h2 className={hidden.text}>{isPersons || groups.some(({ author }) => author === null) ? words.you : words.message}</h2>
      <div className={styles.said}>
        <div className={styles.tools}>
          <IconButton size="small" icon={<Pencil aria-hidden="true" />} label={words.edit} onClick={onEdit} disabled={parts === null} />
          <IconButton size="small" icon={<RotateCcw aria-hidden="true" />} label={words.retry} onClick={onRetry} disabled={parts === null} />
        </div>
        <div className={styles.bubble}>
          {parts === null ? <DrawnText text={preview} /> : groups.map(({ author, parts: texts }, index) => (
            <Fragment key={index}>
              {author === null || !texts.some(({ vouched }) => vouched) ? null : <p className={styles.author}><DrawnText text={words.from(author)} /></p>}
              {texts.map((part, place) => <PartText key={place} part={part} />)}
            </Fragment>
          ))}
        </div>
      </div>
      {files.map((part, index) => <AttachedFile key={index} part={part} />)}
    </div>
  )
}

/** What the person didn't type is marked: it doesn't speak for them. What came from outside stands in a frame. */
function PartText({ part }: { part: MessagePart }) {
  const shown = useStoredText(part.text, { wanted: true })
  const [isOpen, setOpen] = useState(false)
  const folded = isOpen ? undefined : foldMiddle(shown.text)
  const content = folded === undefined ? <DrawnText text={shown.text} /> : (
    <>
      <DrawnText text={folded.head} />
      <span className={styles.fold}>{outsiderWords.folded(folded.hidden)} <Button size="small" onClick={() => setOpen(true)}>{outsiderWords.open}</Button></span>
      <DrawnText text={folded.tail} />
    </>
  )
  const author = authorOf(part)
  if (author.who === 'other') return part.vouched ? content : <OutsiderText label={words.from(author.words)} text={shown.text} words={outsiderWords} />
  return author.how === 'typed' ? content : <span className={styles.foreign} title={words[author.how]}>{content}</span>
}

function AttachedFile({ part }: { part: MessagePart }) {
  return (
    <div className={styles.file}>
      <Disclosure summary={<DrawnText text={words.file(part.fileName ?? '', part.vouched)} />}>
        <FileContent part={part} />
      </Disclosure>
    </div>
  )
}

function FileContent({ part }: { part: MessagePart }) {
  const shown = useStoredText(part.text, { wanted: true })
  return <OutsiderText label={part.fileName ?? ''} text={shown.text} words={outsiderWords} />
}
