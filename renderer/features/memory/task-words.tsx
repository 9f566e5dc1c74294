import type { TaskRow } from '../../../shared/stored-record.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { countHidden } from '../../ui/draw-hidden.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { OutsiderFrame } from '../../ui/outsider-frame.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { StoredText } from './stored-text.tsx'
import styles from './stored-row.module.css'

/** Title and notes. What was written after reading outside text stands on a stranger's ground, the title too. */
export function TaskWords({ task }: { task: TaskRow }) {
  const { title, notes, taint } = task
  if (taint.length === 0) {
    return (
      <>
        <p className={styles.title} dir="auto">{title}</p>
        {notes === '' ? null : <div className={styles.notes}><StoredText text={notes} tainted={false} /></div>}
      </>
    )
  }
  const found = countHidden(title)
  return (
    <div className={styles.stranger}>
      <OutsiderFrame label={strings.memory.taint.frame} warning={found.hidden + found.lookAlikes === 0 ? undefined : outsiderWords.warning(found)}>
        <p className={styles.title} dir="auto"><DrawnText text={title} /></p>
      </OutsiderFrame>
      {notes === '' ? null : <OutsiderText label={strings.memory.tasks.notes} text={notes} words={outsiderWords} />}
    </div>
  )
}
