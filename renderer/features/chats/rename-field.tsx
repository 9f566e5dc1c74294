import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { strings } from '../../strings/en.ts'
import { isComposing } from '../../ui/enter-key.ts'
import { TextField } from '../../ui/text-field.tsx'

interface RenameFieldProps {
  title: string
  onRename: (title: string) => void
  /** Always called, also after `onRename`. `byKey`: the focus belongs back in the list. */
  onDone: (byKey: boolean) => void
}

/** Enter and leaving the field keep the name, Escape doesn't; keys of an input method do neither. */
export function RenameField({ title, onRename, onDone }: RenameFieldProps) {
  const [value, setValue] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => field.current?.select(), [])

  const finish = (keep: boolean, byKey: boolean) => {
    if (done.current) return
    done.current = true
    const next = value.trim()
    if (keep && next !== '' && next !== title) onRename(next)
    onDone(byKey)
  }
  const keyDown = (event: KeyboardEvent) => {
    // The list has its own meaning for arrows and Delete.
    event.stopPropagation()
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault()
      finish(false, true)
    }
  }
  return (
    <TextField
      ref={field}
      label={strings.chats.renameLabel}
      hideLabel
      autoFocus
      maxLength={200}
      value={value}
      onValueChange={setValue}
      onSubmit={() => finish(true, true)}
      onKeyDown={keyDown}
      onBlur={() => finish(true, false)}
    />
  )
}
