import { useState } from 'react'
import type { NoteRow } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { OwnMarkdown } from '../../parts/own-markdown.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePending } from '../../use-pending.ts'
import { NoteFacts } from './note-facts.tsx'
import { shortWords } from '../../parts/short-words.ts'
import { useWholeNote, type WholeNote } from './use-whole-note.ts'
import styles from './note-dialog.module.css'

type Shown = 'page' | 'source'
const SHOWN: readonly Shown[] = ['page', 'source']
const words = strings.memory.notes

/** One note, whole, and the person's word on it: what is approved is what stands here. */
export function NoteDialog({ row, onChanged, onClose }: { row: NoteRow; onChanged: (row: NoteRow) => void; onClose: () => void }) {
  const core = useCore()
  const pending = usePending()
  const [note, setNote] = useWholeNote(row.id, onClose)
  // A stranger's signs are drawn as they are, so that what is approved is what is there.
  const [shown, setShown] = useState<Shown>(row.taint.length === 0 ? 'page' : 'source')
  const judge = (read: WholeNote) => pending.run('judge', async () => {
    const { id, state, updatedAt } = read.row
    const next = state === 'draft' ? await core.call('note.approve', { id, seen: updatedAt }) : await core.call('note.withdraw', { id })
    setNote({ ...read, row: next })
    onChanged(next)
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={shortWords(row.title)}
      closeLabel={words.close}
      size="large"
      footer={note === null ? null : (
        <>
          <span className={styles.hint}>{note.row.state === 'draft' ? words.approveHint : null}</span>
          <Button variant={note.row.state === 'draft' ? 'primary' : 'plain'} busy={pending.has('judge')} onClick={() => judge(note)}>{note.row.state === 'draft' ? words.approve : words.withdraw}</Button>
        </>
      )}
    >
      {note === null ? <Skeleton label={strings.memory.loading} lines={6} /> : (
        <div className={styles.note}>
          <div className={styles.head}>
            <NoteFacts note={note.row} reachable />
            <Segmented label={words.view} value={shown} onValueChange={setShown} options={SHOWN.map((value) => ({ value, label: words.views[value] }))} />
          </div>
          {shown === 'page' ? <OwnMarkdown text={note.text} /> : <OutsiderText label={note.row.taint.length === 0 ? words.views.source : strings.memory.taint.frame} text={note.text} words={outsiderWords} startOpen />}
        </div>
      )}
    </Dialog>
  )
}
