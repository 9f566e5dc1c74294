import { useMemo, useState } from 'react'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { foldMiddle } from '../../ui/fold-middle.ts'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import styles from './stored-row.module.css'

/** Always plain text. What was written after reading outside text stands on a stranger's ground. */
export function StoredText({ text, tainted }: { text: string; tainted: boolean }) {
  return tainted ? <OutsiderText label={strings.memory.taint.frame} text={text} words={outsiderWords} /> : <OwnText text={text} />
}

function OwnText({ text }: { text: string }) {
  const folded = useMemo(() => foldMiddle(text), [text])
  const [isOpen, setOpen] = useState(false)
  if (folded === undefined || isOpen) return <p className={styles.text} dir="auto">{text}</p>
  return (
    <>
      <p className={styles.text} dir="auto">{folded.head}…</p>
      <Button size="small" onClick={() => setOpen(true)}>{strings.memory.row.showAll(folded.hidden + [...folded.tail].length)}</Button>
    </>
  )
}
