import { useState } from 'react'
import { Pencil, RotateCcw } from 'lucide-react'
import type { MessagePart } from '../../../shared/turn-event.ts'
import { useStoredText } from '../../parts/blob-texts.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { foldMiddle } from '../../ui/fold-middle.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './turn.module.css'

const words = strings.chat

export interface PersonMessageProps {
  /** Null when it wasn't kept. */
  parts: readonly MessagePart[] | null
  /** Shown until the parts are here. */
  preview: string
  onEdit: () => void
  onRetry: () => void
}

export function PersonMessage({ parts, preview, onEdit, onRetry }: PersonMessageProps) {
  const texts = parts?.filter((part) => part.fileName === undefined) ?? []
  const files = parts?.filter((part) => part.fileName !== undefined) ?? []
  return (
    <div className={styles.person}>
      <h2 className={hidden.text}>{words.you}</h2>
      <div className={styles.said}>
        <div className={styles.tools}>
          <IconButton size="small" icon={<Pencil aria-hidden="true" />} label={words.edit} onClick={onEdit} disabled={parts === null} />
          <IconButton size="small" icon={<RotateCcw aria-hidden="true" />} label={words.retry} onClick={onRetry} disabled={parts === null} />
        </div>
        <div className={styles.bubble}>
          {parts === null ? <DrawnText text={preview} /> : texts.map((part, index) => <PartText key={index} part={part} />)}
        </div>
      </div>
      {files.map((part, index) => <AttachedFile key={index} part={part} />)}
    </div>
  )
}

/** What wasn't typed is marked: it doesn't speak for the person. */
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
  if (part.origin === 'typed') return content
  return <span className={styles.foreign} title={words[part.origin]}>{content}</span>
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
