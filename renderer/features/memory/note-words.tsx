import type { NoteRow } from '../../../shared/stored-record.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import styles from './stored-row.module.css'

const LINES_LENGTH = 240

/** Title and beginning, as plain text; the page is in the dialog. */
export function NoteWords({ note }: { note: NoteRow }) {
  const beginning = note.excerpt.slice(0, LINES_LENGTH).toWellFormed().trim()
  const cut = beginning.length < note.length && beginning !== '' ? `${beginning}…` : beginning
  if (note.taint.length > 0) return <OutsiderText label={strings.memory.taint.frame} text={cut === '' ? note.title : `${note.title}\n\n${cut}`} words={outsiderWords} startOpen />
  return (
    <>
      <p className={styles.title} dir="auto">{note.title}</p>
      {cut === '' ? null : <p className={`${styles.text ?? ''} ${styles.notes ?? ''}`} dir="auto">{cut}</p>}
    </>
  )
}
