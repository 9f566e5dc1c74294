import { useState } from 'react'
import { LONGEST_TASK_NOTES, LONGEST_TASK_TITLE, type TaskRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { enterMeaning } from '../../ui/enter-key.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EditorFrame } from './editor-frame.tsx'
import styles from './editor.module.css'

export interface TaskText { readonly title: string; readonly notes: string; readonly due: string | null }

interface TaskEditorProps {
  /** Null: a new one. */
  row: TaskRow | null
  isBusy: boolean
  onSave: (task: TaskText) => void
  onCancel: () => void
}

export function TaskEditor({ row, isBusy, onSave, onCancel }: TaskEditorProps) {
  const words = strings.memory.tasks
  const [title, setTitle] = useState(row?.title ?? '')
  const [notes, setNotes] = useState(row?.notes ?? '')
  const [due, setDue] = useState(row?.due ?? '')
  const tooLong = (text: string, most: number) => (text.length <= most ? {} : { error: strings.memory.editor.tooLong(text.length, most) })
  const canSave = title.trim() !== '' && title.length <= LONGEST_TASK_TITLE && notes.length <= LONGEST_TASK_NOTES
  const save = () => {
    if (!canSave || isBusy) return
    const task = { title, notes, due: due === '' ? null : due }
    if (row !== null && task.title === row.title && task.notes === row.notes && task.due === row.due) onCancel()
    else onSave(task)
  }
  return (
    <EditorFrame
      label={row === null ? words.add : strings.memory.row.edit}
      saveLabel={row === null ? strings.memory.editor.add : strings.memory.editor.save}
      canSave={canSave}
      isBusy={isBusy}
      tainted={row !== null && row.taint.length > 0}
      onSave={save}
      onCancel={onCancel}
    >
      <div className={styles.fields}>
        <TextField label={words.title} autoFocus dir="auto" value={title} onValueChange={setTitle} onSubmit={save} {...tooLong(title, LONGEST_TASK_TITLE)} />
        <TextField
          type="date"
          label={words.due}
          max="9999-12-31"
          value={due}
          onValueChange={setDue}
          onKeyDown={(event) => {
            if (!(event.ctrlKey || event.metaKey) || enterMeaning(event, 'mod-enter') !== 'submit') return
            event.preventDefault()
            save()
          }}
        />
      </div>
      <TextArea label={words.notes} dir="auto" minRows={2} maxRows={12} submitOn="mod-enter" value={notes} onValueChange={setNotes} onSubmit={save} {...tooLong(notes, LONGEST_TASK_NOTES)} />
    </EditorFrame>
  )
}
