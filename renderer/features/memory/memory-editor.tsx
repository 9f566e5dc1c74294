import { useState } from 'react'
import { LONGEST_MEMORY, type MemoryRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { EditorFrame, type EditorProps } from './editor-frame.tsx'

export function MemoryEditor({ row, isBusy, onSave, onCancel }: EditorProps<MemoryRow, string>) {
  const words = strings.memory.memories
  const [text, setText] = useState(row?.text ?? '')
  const fits = text.length <= LONGEST_MEMORY
  const canSave = text.trim() !== '' && fits
  const save = () => {
    if (!canSave || isBusy) return
    if (text === row?.text) onCancel()
    else onSave(text)
  }
  return (
    <EditorFrame
      row={row}
      label={row === null ? words.add : words.field}
      canSave={canSave}
      isBusy={isBusy}
      onSave={save}
      onCancel={onCancel}
    >
      <TextArea
        label={words.field}
        autoFocus
        dir="auto"
        minRows={2}
        maxRows={14}
        submitOn="mod-enter"
        value={text}
        onValueChange={setText}
        onSubmit={save}
        {...(fits ? (row === null ? { hint: words.fieldHint } : {}) : { error: strings.memory.editor.tooLong(text.length, LONGEST_MEMORY) })}
      />
    </EditorFrame>
  )
}
