import { useState } from 'react'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { EditGroup } from '../../ui/edit-group.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './goals.module.css'

interface InlineEditorProps {
  label: string
  hint?: string
  text: string
  longest: number
  isBusy: boolean
  onSave: (text: string) => void
  onCancel: () => void
}

/** A text in the place where it stands. Escape leaves it as it was. */
export function InlineEditor({ label, hint, text: start, longest, isBusy, onSave, onCancel }: InlineEditorProps) {
  const [text, setText] = useState(start)
  const used = text.trim().length
  const canSave = used > 0 && used <= longest && !isBusy
  const save = () => {
    if (!canSave) return
    if (text.trim() === start) onCancel()
    else onSave(text)
  }
  return (
    <EditGroup label={label} onCancel={onCancel}>
      <TextArea label={label} autoFocus dir="auto" minRows={2} maxRows={12} submitOn="mod-enter" value={text} onValueChange={setText} onSubmit={save} {...(used > longest ? { error: strings.goals.editor.tooLong(used, longest) } : hint === undefined ? {} : { hint })} />
      <div className={styles.end}>
        <Button size="small" onClick={onCancel}>{strings.goals.notes.cancel}</Button>
        <Button size="small" variant="primary" busy={isBusy} disabled={!canSave} onClick={save}>{strings.goals.notes.save}</Button>
      </div>
    </EditGroup>
  )
}
