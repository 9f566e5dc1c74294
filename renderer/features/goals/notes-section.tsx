import { useState } from 'react'
import { Pencil, Trash2 } from 'lucide-react'
import { LONGEST_PROGRESS_NOTE, type GoalView, type ProgressNote } from '../../../shared/goal.ts'
import { useCore } from '../../core.tsx'
import { StoredOriginWords } from '../../parts/stored-origin.tsx'
import { TaintMark } from '../../parts/taint-mark.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { usePending } from '../../use-pending.ts'
import { InlineEditor } from './inline-editor.tsx'
import { useAdder } from './use-adder.ts'
import { useGoalDeletion } from './use-goal-deletion.ts'
import { WrittenText } from './written-text.tsx'
import styles from './goals.module.css'

const words = strings.goals.notes

/** What the person, and models in their chats, noted on the way. */
export function NotesSection({ goal: { id: goalId, notes } }: { goal: GoalView }) {
  const core = useCore()
  const { text, setText, canAdd, isBusy, add, problem } = useAdder(LONGEST_PROGRESS_NOTE, (written) => core.call('goal.add-note', { goalId, text: written }))
  return (
    <TitledSection title={words.title}>
      <div className={styles.adder}>
        <TextArea label={words.field} dir="auto" minRows={1} maxRows={8} submitOn="mod-enter" value={text} onValueChange={setText} onSubmit={add} {...problem ?? {}} />
        <Button busy={isBusy} disabled={!canAdd} onClick={add}>{words.add}</Button>
      </div>
      {notes.length === 0 ? <p className={styles.note}>{words.none}</p> : (
        <ul className={styles.entries} aria-label={words.title}>
          {notes.map((note) => <li key={note.id} className={styles.entry}><Note goalId={goalId} note={note} /></li>)}
        </ul>
      )}
    </TitledSection>
  )
}

function Note({ goalId, note }: { goalId: number; note: ProgressNote }) {
  const core = useCore()
  const pending = usePending()
  const deletion = useGoalDeletion()
  const [seen, setSeen] = useState<number | null>(null)
  const { id: noteId, text, createdAt, origin, taint } = note
  if (seen !== null) {
    return (
      <InlineEditor
        label={words.editing}
        {...(taint.length === 0 ? {} : { hint: strings.memory.editor.taintedHint })}
        text={text}
        longest={LONGEST_PROGRESS_NOTE}
        isBusy={pending.has('edit')}
        onCancel={() => setSeen(null)}
        onSave={(next) => pending.run('edit', async () => {
          await core.call('goal.update-note', { goalId, noteId, seen, text: next })
          setSeen(null)
        })}
      />
    )
  }
  return (
    <>
      <div className={styles.entryHead}>
        <div className={styles.facts}>
          {taint.length === 0 ? null : <TaintMark sources={taint} />}
          <RelativeTime at={createdAt} />
          {origin.kind === 'person' ? null : <span>{words.byModel}</span>}
          <StoredOriginWords origin={origin} />
        </div>
        <IconButton size="small" icon={<Pencil aria-hidden="true" />} label={words.edit} onClick={() => setSeen(note.updatedAt)} />
        <IconButton size="small" icon={<Trash2 aria-hidden="true" />} label={words.remove} onClick={() => deletion.note(goalId, noteId)} />
      </div>
      {origin.kind === 'person' && taint.length === 0 ? <p className={styles.own} dir="auto">{text}</p> : <WrittenText text={text} tainted={taint.length > 0} />}
    </>
  )
}
