import { useState } from 'react'
import { LONGEST_NOTE, LONGEST_NOTE_FOLDER, LONGEST_NOTE_TITLE } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EditorFrame } from './editor-frame.tsx'
import { useWholeNote, type WholeNote } from './use-whole-note.ts'
import styles from './editor.module.css'

export interface NoteWords { readonly title: string; readonly text: string }

interface NoteEditorProps {
  /** Null: a new one. */
  note: WholeNote | null
  isBusy: boolean
  /** `folder` is of a new one. */
  onSave: (note: NoteWords & { readonly folder: string }) => void
  onCancel: () => void
}

const words = strings.memory.notes

/** Reads the whole text first: a row knows its beginning alone. */
export function StoredNoteEditor({ id, onSave, ...props }: Omit<NoteEditorProps, 'note' | 'onSave'> & { id: number; onSave: (note: NoteWords, seen: number) => void }) {
  const [note] = useWholeNote(id, props.onCancel)
  if (note === null) return <Skeleton label={strings.memory.loading} lines={3} />
  return <NoteEditor note={note} onSave={(next) => onSave(next, note.row.updatedAt)} {...props} />
}

export function NoteEditor({ note, isBusy, onSave, onCancel }: NoteEditorProps) {
  const [title, setTitle] = useState(note?.row.title ?? '')
  const [text, setText] = useState(note?.text ?? '')
  const [folder, setFolder] = useState('')
  const tooLong = (used: string, most: number) => (used.length <= most ? {} : { error: strings.memory.editor.tooLong(used.length, most) })
  const canSave = title.trim() !== '' && title.length <= LONGEST_NOTE_TITLE && text.length <= LONGEST_NOTE
  const save = () => {
    if (!canSave || isBusy) return
    if (note !== null && title === note.row.title && text === note.text) onCancel()
    else onSave({ title, text, folder: folder.trim() })
  }
  return (
    <EditorFrame
      row={note?.row ?? null}
      label={note === null ? words.add : words.editing}
      canSave={canSave}
      isBusy={isBusy}
      onSave={save}
      onCancel={onCancel}
    >
      <div className={styles.fields}>
        <TextField label={words.title} autoFocus dir="auto" value={title} onValueChange={setTitle} onSubmit={save} {...tooLong(title, LONGEST_NOTE_TITLE)} />
        {note === null ? <TextField label={words.folder} hint={words.folderHint} dir="auto" maxLength={LONGEST_NOTE_FOLDER} value={folder} onValueChange={setFolder} onSubmit={save} /> : null}
      </div>
      <TextArea label={words.text} dir="auto" minRows={4} maxRows={20} submitOn="mod-enter" value={text} onValueChange={setText} onSubmit={save} {...tooLong(text, LONGEST_NOTE)} />
    </EditorFrame>
  )
}
