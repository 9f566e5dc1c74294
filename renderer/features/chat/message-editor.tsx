import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { AttachmentChips } from './attachment-chips.tsx'
import { isBlank, MOST_TEXT, type DraftMessage } from './message-parts.ts'
import { useTrackedText } from './use-tracked-text.ts'
import styles from './composer.module.css'

const words = strings.chat.editing

export interface MessageEditorProps {
  initial: DraftMessage
  onSend: (message: DraftMessage) => void
  onCancel: () => void
}

/** A sent message, to be sent again as a new version beside the old one. */
export function MessageEditor({ initial, onSend, onCancel }: MessageEditorProps) {
  const { tracked, onInput } = useTrackedText(() => initial.text)
  const [attachments, setAttachments] = useState(initial.attachments)
  const area = useRef<HTMLTextAreaElement>(null)
  const message: DraftMessage = { text: tracked, attachments }
  const isTooLong = tracked.text.length > MOST_TEXT
  const isSendable = !isBlank(message) && !isTooLong
  useEffect(() => {
    const field = area.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const send = () => {
    if (isSendable) onSend(message)
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <div className={styles.editor} onKeyDown={keyDown}>
      <TextArea
        ref={area} label={words.label} hideLabel large value={tracked.text} onInput={onInput} onValueChange={doNothing} onSubmit={send} minRows={2} maxRows={14}
        {...(isTooLong ? { error: strings.chat.composer.tooLong(MOST_TEXT) } : {})}
      />
      <AttachmentChips attachments={attachments} onChange={setAttachments} />
      <div className={styles.editorFoot}>
        <span className={styles.quiet}>{words.hint}</span>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button variant="primary" disabled={!isSendable} onClick={send}>{words.send}</Button>
      </div>
    </div>
  )
}

const doNothing = () => undefined
