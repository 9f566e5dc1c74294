import { useState } from 'react'
import { LONGEST_TASK_NOTES, LONGEST_TASK_TITLE, type TaskRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { enterMeaning } from '../../ui/enter-key.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EditorFrame, type EditorProps } from './editor-frame.tsx'
import styles from './editor.module.css'

export interface TaskText { readonly title: string; readonly notes: string; readonly due: string | null }

export function TaskEditor({ row, isBusy, onSave, onCancel }: EditorProps<TaskRow, TaskText>) {
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
      row={row}
      label={row === null ? words.add : strings.memory.row.edit}
      canSave={canSave}
      isBusy={isBusy}
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
