import { useRef, useState } from 'react'
import type { ChatRow } from '../../../shared/run-record.ts'
import { titleOf } from '../../chat-title.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ChatActions } from './chat-actions.ts'

interface RenameDialogProps { row: ChatRow; actions: Pick<ChatActions, 'rename'>; onClose: () => void }

/** For where the list of chats isn't in sight. */
export function RenameDialog({ row, actions, onClose }: RenameDialogProps) {
  const words = strings.chats
  const [value, setValue] = useState(titleOf(row))
  const field = useRef<HTMLInputElement>(null)
  const save = () => {
    const next = value.trim()
    if (next === '') return
    if (next !== row.title) actions.rename(row, next)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.renameDialog.title}
      closeLabel={words.renameDialog.cancel}
      size="small"
      initialFocus={field}
      footer={(
        <>
          <Button onClick={onClose}>{words.renameDialog.cancel}</Button>
          <Button variant="primary" disabled={value.trim() === ''} onClick={save}>{words.renameDialog.save}</Button>
        </>
      )}
    >
      <TextField ref={field} label={words.renameLabel} maxLength={200} value={value} onValueChange={setValue} onSubmit={save} onFocus={(event) => event.currentTarget.select()} />
    </Dialog>
  )
}
